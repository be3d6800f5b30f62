import { describe, expect, test } from 'vitest';
import { Misconfigured, Refused, RetryLater } from '#server/features/deliveries/index.ts';
import { status } from '#tests/support/servers/endpoint.ts';
import { openTestEndpoint } from '#tests/support/servers/test-endpoint.ts';
import { androidGateway } from './android-gateway.ts';

const TEXT = { id: '0b7e4b1c-8f59-4c0e-9f37-6a3a54a6a001', phoneNumber: '+14155550100', message: ' Hey 👋\n"' };
const CHECK = 'check the app on the phone, and ANDROID_GATEWAY_URL, ANDROID_GATEWAY_USER and ANDROID_GATEWAY_PASSWORD';
const never = new AbortController().signal;

const phone = await openTestEndpoint(status(202, {}, '{"id":"the app’s","state":"Pending"}'));

const gatewayOf = () =>
  androidGateway({
    url: new URL(phone.address).origin,
    user: 'sms',
    password: 'of the app',
    webhookKey: undefined,
  });
const send = (text: object = {}) => gatewayOf().send({ ...TEXT, ...text }, never);

test('gets five texts at once', () => {
  expect(gatewayOf().atOnce).toBe(5);
});

test("posts the text as typed to the number in E.164, under our id, with the app's credentials", async () => {
  phone.answer = status(202, {}, '{"id":"0b7e4b1c-8f59-4c0e-9f37-6a3a54a6a001"}');
  await expect(send()).resolves.toEqual({ providerId: TEXT.id });
  const [call] = phone.received;
  expect([call?.path, call?.query]).toEqual(['/messages', 'skipPhoneValidation=true']);
  expect(call?.body).toEqual({
    id: TEXT.id,
    textMessage: { text: TEXT.message },
    phoneNumbers: ['+14155550100'],
    withDeliveryReport: true,
    ttl: 86_400,
    priority: 0,
  });
  expect(call?.headers).toMatchObject({
    'content-type': 'application/json',
    authorization: `Basic ${btoa('sms:of the app')}`,
  });
});

test('a call for support goes before all other texts on the phone', async () => {
  await send({ isSupport: true });
  expect(phone.received[0]?.body.priority).toBe(100);
});

test('an id that the app has already is a text that it has already', async () => {
  phone.answer = status(409, {}, '{"message":"Message with the same ID already exists"}');
  await expect(send()).resolves.toEqual({ providerId: TEXT.id });
});

describe('a failure of the phone', () => {
  test.each([408, 425, 429, 500, 503])('%i is retried', async (code) => {
    phone.answer = status(code, { 'retry-after': '7' });
    await expect(send()).rejects.toEqual(new RetryLater(`the Android phone answered ${code}`, 7_000));
  });

  test.each([302, 400, 401, 403, 404])('%i means misconfigured: the text waits', async (code) => {
    phone.answer = status(code, { location: 'https://elsewhere.example' });
    await expect(send()).rejects.toEqual(new Misconfigured(`the Android phone answered ${code}: ${CHECK}`));
  });

  test.each([413, 422])('%i refuses the text for good', async (code) => {
    phone.answer = status(code);
    await expect(send()).rejects.toEqual(new Refused(`the Android phone answered ${code}`));
  });
});
