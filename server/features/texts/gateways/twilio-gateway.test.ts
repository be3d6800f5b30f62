import { describe, expect, test } from 'vitest';
import { Gone, Misconfigured, Refused, RetryLater } from '#server/features/deliveries/index.ts';
import { status } from '#tests/support/servers/endpoint.ts';
import { openTestEndpoint } from '#tests/support/servers/test-endpoint.ts';
import { twilioGateway } from './twilio-gateway.ts';

const TEXT = { id: '0b7e4b1c-8f59-4c0e-9f37-6a3a54a6a001', phoneNumber: '+14155550100', message: ' Hey 👋\n&To=+1' };
const ACCOUNT = { accountSid: `AC${'7'.repeat(32)}`, authToken: 'a token', from: '+14155550199' };
const CHECK = 'check TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM';
const never = new AbortController().signal;

const twilio = await openTestEndpoint(status(201, {}, '{"sid":"SM1","status":"queued"}'));

const send = (options: Partial<Parameters<typeof twilioGateway>[0]> = {}) =>
  twilioGateway({ ...ACCOUNT, origin: new URL(twilio.address).origin, ...options }).send(TEXT, never);
const error = (code: number) => JSON.stringify({ code, message: 'The number 4155550100 …', status: 400 });

test("posts the text as typed to the number in E.164, with the account's credentials", async () => {
  await expect(send()).resolves.toEqual({ providerId: 'SM1' });
  const [call] = twilio.received;
  expect(call?.path).toBe(`/2010-04-01/Accounts/${ACCOUNT.accountSid}/Messages.json`);
  expect(call?.body).toEqual({ To: '+14155550100', From: '+14155550199', Body: TEXT.message });
  expect(call?.headers.authorization).toBe(`Basic ${btoa(`${ACCOUNT.accountSid}:a token`)}`);
});

test('a messaging service chooses the number to text from', async () => {
  const from = `MG${'1'.repeat(32)}`;
  await send({ from });
  expect(twilio.received[0]?.body).toEqual({ To: '+14155550100', MessagingServiceSid: from, Body: TEXT.message });
});

describe('an error of the text itself gives it up', () => {
  test.each([21211, 21614, 21617])('%i', async (code) => {
    twilio.answer = status(400, {}, error(code));
    await expect(send()).rejects.toEqual(new Refused(`Twilio answered 400 (${code})`));
  });

  test('21610: STOP was texted from that phone', async () => {
    twilio.answer = status(400, {}, error(21610));
    await expect(send()).rejects.toEqual(new Gone('Twilio answered 400 (21610)'));
    expect(new Gone('')).toBeInstanceOf(Refused);
  });
});

describe('an error of the account means misconfigured: the text waits', () => {
  test.each([
    [401, 20003],
    [403, 20403],
    [404, 20404],
    [400, 21408],
    [400, 21606],
    [400, 21659],
  ])('%i (%i)', async (answer, code) => {
    twilio.answer = status(answer, {}, error(code));
    await expect(send()).rejects.toEqual(new Misconfigured(`Twilio answered ${answer} (${code}): ${CHECK}`));
  });

  test('a response that cannot be read', async () => {
    twilio.answer = status(302, { location: 'https://elsewhere.example' }, '<html>');
    await expect(send()).rejects.toEqual(new Misconfigured(`Twilio answered 302: ${CHECK}`));
  });
});

describe('a temporary failure is retried', () => {
  test('too many calls: after its Retry-After', async () => {
    twilio.answer = status(429, { 'retry-after': '7' }, error(20429));
    await expect(send()).rejects.toEqual(new RetryLater('Twilio answered 429 (20429)', 7_000));
  });

  test('a failure of Twilio', async () => {
    twilio.answer = status(503);
    await expect(send()).rejects.toEqual(new RetryLater('Twilio answered 503'));
  });
});

describe('where Twilio reports what became of the text', () => {
  const statusCallback = 'https://moodring.example/api/texts/twilio';
  const StatusCallback = `${statusCallback}?text=${TEXT.id}`;

  test('is an address with the id of the text', async () => {
    await send({ statusCallback });
    expect(twilio.received.map(({ body }) => body.StatusCallback)).toEqual([StatusCallback]);
  });

  test('when Twilio refuses that address (21609), the text goes without it', async () => {
    const answers = [status(400, {}, error(21609)), status(201, {}, '{"sid":"SM2"}')];
    twilio.answer = (...call) => answers.shift()!(...call);
    await expect(send({ statusCallback })).resolves.toEqual({ providerId: 'SM2' });
    expect(twilio.received.map(({ body }) => body.StatusCallback)).toEqual([StatusCallback, undefined]);
  });
});
