import { describe, expect, test } from 'vitest';
import { Misconfigured, Refused, RetryLater } from '#server/features/deliveries/index.ts';
import { hang, openEndpoint, reset, status } from '#tests/support/servers/endpoint.ts';
import { openTestEndpoint } from '#tests/support/servers/test-endpoint.ts';
import { httpGateway } from './http-gateway.ts';

const TEXT = { id: '0b7e4b1c-8f59-4c0e-9f37-6a3a54a6a001', phoneNumber: '+14155550100', message: ' Hey 👋\n' };
const never = new AbortController().signal;

const endpoint = await openTestEndpoint();

const send = (options: { secret?: string; timeoutMs?: number } = {}, signal = never) =>
  httpGateway({ address: endpoint.address, secret: undefined, ...options }).send(TEXT, signal);

test('posts exactly {phoneNumber, message}, with an id by which the endpoint can drop a repeat', async () => {
  await send({ secret: 'a secret of the endpoint' });
  const [call] = endpoint.received;
  expect(call?.body).toEqual({ phoneNumber: '+14155550100', message: ' Hey 👋\n' });
  expect(call?.headers).toMatchObject({
    'content-type': 'application/json',
    'idempotency-key': TEXT.id,
    authorization: 'Bearer a secret of the endpoint',
  });
  await send();
  expect(endpoint.received[1]?.headers).not.toHaveProperty('authorization');
});

describe('a 2xx response means sent, whatever its body', () => {
  test.each([
    ['{"id":"SM1"}', 'SM1'],
    ['{"messageId":"SM2"}', 'SM2'],
    ['{"sid":"SM3","id":7}', 'SM3'],
    ['{"id":"nul \\u0000"}', null],
    [`{"id":"${'x'.repeat(201)}"}`, null],
    ['', null],
    ['null', null],
    ['<html>thanks</html>', null],
    [`{"id":"SM4","filling":"${'x'.repeat(65 * 1024)}"}`, null],
  ])('%.40s', async (body, providerId) => {
    endpoint.answer = status(200, {}, body);
    await expect(send()).resolves.toEqual({ providerId });
  });

  test('a body that is not UTF-8', async () => {
    endpoint.answer = (response) => response.writeHead(201).end(Buffer.from([0xff, 0xfe, 0x80]));
    await expect(send()).resolves.toEqual({ providerId: null });
  });

  test('a body that never ends: waits until the timeout, and does not send again', async () => {
    endpoint.answer = (response) => response.writeHead(200).write('{"id":');
    await expect(send({ timeoutMs: 500 })).resolves.toEqual({ providerId: null });
  });
});

describe('a temporary failure is retried', () => {
  test.each([408, 409, 425, 429, 500, 502, 503, 504])('status %i', async (code) => {
    endpoint.answer = status(code, {}, 'no 4155550100');
    await expect(send()).rejects.toEqual(new RetryLater(`the endpoint answered ${code}`));
  });

  test('no response in time', async () => {
    endpoint.answer = hang;
    await expect(send({ timeoutMs: 50 })).rejects.toEqual(
      new RetryLater('the endpoint could not be reached (TimeoutError)'),
    );
  });

  test('a broken connection', async () => {
    endpoint.answer = reset;
    await expect(send()).rejects.toBeInstanceOf(RetryLater);
  });

  test('a refused connection', async () => {
    const closed = await openEndpoint();
    await closed.close();
    await expect(httpGateway({ address: closed.address, secret: undefined }).send(TEXT, never)).rejects.toEqual(
      new RetryLater('the endpoint could not be reached (ECONNREFUSED)'),
    );
  });

  test('a stop during the call', async () => {
    const stop = new AbortController();
    endpoint.answer = () => stop.abort();
    await expect(send({}, stop.signal)).rejects.toEqual(
      new RetryLater('the endpoint could not be reached (AbortError)'),
    );
  });
});

test.each([
  ['7', 7_000],
  ['86400', 15 * 60 * 1000],
  ['0', 0],
  ['-5', 0],
  ['soon', 0],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
  ['Fri, 31 Dec 9999 23:59:59 GMT', 15 * 60 * 1000],
])('a Retry-After of %s is taken in milliseconds, at most a quarter of an hour', async (value, afterMs) => {
  endpoint.answer = status(429, { 'retry-after': value });
  await expect(send()).rejects.toMatchObject({ afterMs });
});

test('a date in Retry-After is compared with the clock of the endpoint, not ours', async () => {
  const date = (seconds: number) => new Date(Date.now() + 60 * 60_000 + seconds * 1000).toUTCString();
  endpoint.answer = status(429, { date: date(0), 'retry-after': date(30) });
  const failure = (await send().catch((error) => error)) as RetryLater;
  expect(failure.afterMs).toBeGreaterThan(28_000);
  expect(failure.afterMs).toBeLessThan(32_000);
});

test.each([400, 413, 422])('status %i refuses the text for good', async (code) => {
  endpoint.answer = status(code, {}, 'no 4155550100');
  await expect(send()).rejects.toEqual(new Refused(`the endpoint answered ${code}`));
});

const SECRET = 'check MESSAGE_ENDPOINT_SECRET';
const ADDRESS = 'check what is at GENERAL_MESSAGE_URL or WELCOME_MESSAGE_URL';

test.each([
  [401, SECRET],
  [402, ADDRESS],
  [403, SECRET],
  [404, ADDRESS],
  [405, ADDRESS],
  [410, ADDRESS],
  [415, ADDRESS],
])('status %i means that the endpoint is misconfigured: the text waits', async (code, words) => {
  endpoint.answer = status(code, {}, 'no 4155550100');
  await expect(send()).rejects.toEqual(new Misconfigured(`the endpoint answered ${code}: ${words}`));
});

test.each([301, 302, 307, 308])('a redirect (%i) is not followed: the text goes to no other address', async (code) => {
  const elsewhere = await openEndpoint();
  endpoint.answer = status(code, { location: elsewhere.address });
  await expect(send()).rejects.toEqual(new Misconfigured(`the endpoint answered ${code}: ${ADDRESS}`));
  expect(elsewhere.received).toEqual([]);
  await elsewhere.close();
});
