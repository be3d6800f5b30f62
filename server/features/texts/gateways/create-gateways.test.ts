import { expect, test } from 'vitest';
import { createGateways, describeGateways } from './create-gateways.ts';

const NONE = {
  generalMessageUrl: undefined,
  welcomeMessageUrl: undefined,
  messageEndpointSecret: undefined,
  twilio: undefined,
  defaultCountry: 'US',
} as const;
const TWILIO = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'the token of the account', from: '+14155550100' };

test('the start-up lines say where each kind of text goes, and show no secret', () => {
  const gateways = createGateways({
    ...NONE,
    generalMessageUrl: 'https://sms.example/hook?token=abc',
    messageEndpointSecret: 'the secret of the endpoints',
  });
  expect(describeGateways(gateways)).toEqual([
    'general texts: message endpoint at https://sms.example',
    'welcome texts: recorded, no gateway set (WELCOME_MESSAGE_URL or TWILIO_ACCOUNT_SID)',
  ]);
});

test('texts without a message endpoint go through Twilio', () => {
  const gateways = createGateways({ ...NONE, welcomeMessageUrl: 'https://sms.example/welcome', twilio: TWILIO });
  expect(describeGateways(gateways)).toEqual([
    'general texts: Twilio, from +14155550100',
    'welcome texts: message endpoint at https://sms.example',
  ]);
});
