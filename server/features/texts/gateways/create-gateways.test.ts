import { describe, expect, test } from 'vitest';
import { describeGateways } from './create-gateways.ts';

const NONE = {
  generalMessageUrl: undefined,
  welcomeMessageUrl: undefined,
  messageEndpointSecret: undefined,
  android: undefined,
  twilio: undefined,
  defaultCountry: 'US',
} as const;
const ANDROID = { url: 'http://192.168.1.5:8080', user: 'sms', password: 'secret', webhookKey: 'the key of the app' };
const TWILIO = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'the token of the account', from: '+14155550100' };

test('the start-up lines say where each kind of text goes, and show no secret', () => {
  const lines = describeGateways({
    ...NONE,
    generalMessageUrl: 'https://sms.example/hook?token=abc',
    messageEndpointSecret: 'the secret of the endpoints',
  });
  expect(lines).toEqual([
    'general texts: message endpoint at https://sms.example',
    'welcome texts: recorded, no gateway set (WELCOME_MESSAGE_URL, ANDROID_GATEWAY_URL or TWILIO_ACCOUNT_SID)',
  ]);
});

test('texts without a message endpoint go through Twilio', () => {
  const lines = describeGateways({ ...NONE, welcomeMessageUrl: 'https://sms.example/welcome', twilio: TWILIO });
  expect(lines).toEqual([
    'general texts: Twilio, from +14155550100',
    'welcome texts: message endpoint at https://sms.example',
  ]);
});

describe('of several gateways one sends, and the start-up lines say which', () => {
  const PHONE = 'Android phone at http://192.168.1.5:8080';

  test('the Android phone comes before Twilio', () => {
    const lines = describeGateways({ ...NONE, appUrl: 'https://a.example', android: ANDROID, twilio: TWILIO });
    expect(lines).toEqual([
      `general texts: ${PHONE}`,
      `welcome texts: ${PHONE}`,
      'Twilio is not used for texts: the Android phone comes first',
    ]);
  });

  test('a message endpoint comes before both, for its kind of texts', () => {
    const set = { ...NONE, appUrl: 'https://a.example', android: ANDROID, twilio: TWILIO };
    expect(describeGateways({ ...set, generalMessageUrl: 'https://sms.example/' })).toEqual([
      'general texts: message endpoint at https://sms.example',
      `welcome texts: ${PHONE}`,
      'Twilio is not used for texts: the Android phone comes first',
    ]);
    const both = { generalMessageUrl: 'https://sms.example/', welcomeMessageUrl: 'https://sms.example/' };
    expect(describeGateways({ ...set, ...both }).slice(2)).toEqual([
      'The Android phone is not used: message endpoints come first',
      'Twilio is not used for texts: message endpoints come first',
    ]);
  });

  test.each([
    ['ANDROID_WEBHOOK_KEY is not set', 'https://a.example', undefined],
    ['APP_URL is no https address', 'http://a.example', ANDROID.webhookKey],
    ['APP_URL is no https address', 'https://localhost', ANDROID.webhookKey],
  ])('a phone that cannot report says why: %s', (reason, appUrl, webhookKey) => {
    const [general] = describeGateways({ ...NONE, appUrl, android: { ...ANDROID, webhookKey } });
    expect(general).toBe(`general texts: ${PHONE} (no receipts and no STOP: ${reason})`);
  });
});
