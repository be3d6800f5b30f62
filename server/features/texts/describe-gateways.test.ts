import { expect, test } from 'vitest';
import { describeGateways } from './describe-gateways.ts';
import { gatewaysFromConfig } from './gateways-from-config.ts';

test('the start-up lines say where each kind of text goes, and show no secret', () => {
  const gateways = gatewaysFromConfig({
    generalMessageUrl: 'https://sms.example/hook?token=abc',
    welcomeMessageUrl: undefined,
    messageEndpointSecret: 'the secret of the endpoints',
  });
  expect(describeGateways(gateways)).toEqual([
    'general texts: message endpoint at https://sms.example',
    'welcome texts: recorded, no gateway set (WELCOME_MESSAGE_URL)',
  ]);
});
