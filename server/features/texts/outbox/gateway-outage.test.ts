import { describe, expect, test } from 'vitest';
import { reset, status } from '#tests/support/servers/endpoint.ts';
import { createOutboxFixture } from '#tests/support/servers/outbox.ts';
import type { Gateway } from '../gateways/gateway.ts';

const fixture = await createOutboxFixture();

test.each([
  ['answers 500', status(500, {}, 'oh no')],
  ['breaks the connection', reset],
])('a failing endpoint gets the same text again, with the same id: it %s', async (_, failure) => {
  let calls = 0;
  fixture.endpoint.answer = (...call) => (++calls < 3 ? failure : status(202))(...call);
  const [id] = await fixture.store({});
  fixture.start();
  await fixture.waitForCounts({ 'form sent': 1 });
  expect(fixture.endpoint.keys()).toEqual([id, id, id]);
  expect(await fixture.texts()).toMatchObject([{ attempts: 3, last_error: null }]);
  const logged = fixture.log().lines.map(({ msg }) => msg);
  expect(logged).toEqual(['The general gateway is failing: texts wait', 'The general gateway works again']);
});

test('an endpoint that answers 401 is logged once as an error; its texts wait', async () => {
  let calls = 0;
  const failures = [503, 401, 401];
  fixture.endpoint.answer = (...call) => status(failures[calls++] ?? 202)(...call);
  const [id] = await fixture.store({});
  fixture.start();
  await fixture.waitForCounts({ 'form sent': 1 });
  expect(fixture.endpoint.keys()).toEqual([id, id, id, id]);
  expect(fixture.log().lines).toMatchObject([
    { level: 40, msg: 'The general gateway is failing: texts wait', reason: 'the endpoint answered 503' },
    {
      level: 50,
      msg: 'The general gateway is misconfigured: texts wait',
      reason: expect.stringMatching(/^the endpoint answered \d+: check .*MESSAGE_/),
    },
    { level: 30, msg: 'The general gateway works again' },
  ]);
});

test('Retry-After is honoured, by the clock of the database', async () => {
  fixture.endpoint.answer = status(429, { 'retry-after': '60' });
  await fixture.store({});
  fixture.start();
  await fixture.settled();
  expect(await fixture.texts()).toMatchObject([{ status: 'queued', attempts: 1 }]);
  const { rows } = await fixture.pool.query<{ seconds: number }>(
    'select extract(epoch from next_attempt_at - now())::float8 as seconds from texts',
  );
  expect(rows[0]?.seconds).toBeGreaterThan(50);
  expect(rows[0]?.seconds).toBeLessThanOrEqual(60);
  expect(fixture.endpoint.received).toHaveLength(1);
});

test('the longest delay that gateways may ask for is not cut short', async () => {
  await fixture.store({ message: 'waits', attempts: 3, next_attempt_at: new Date(Date.now() + 15 * 60 * 1000) });
  fixture.start();
  await fixture.store({ message: 'goes' });
  await fixture.waitForCounts({ 'form queued': 1, 'form sent': 1 });
  expect(fixture.endpoint.received.map(({ body }) => body.message)).toEqual(['goes']);
});

describe('a text that cannot be sent', () => {
  const secrets = { phone_number: '+14155559876', message: 'nobody may read this in a log' };
  const quoted = Object.values(secrets).join();
  const answering = (code: number): Gateway => {
    fixture.endpoint.answer = status(code, {}, quoted);
    return fixture.gateways().general!;
  };

  test.each<[string, () => Gateway, attempts: number, reason: string]>([
    ['is tried four times, then kept as failed', () => answering(503), 4, 'the endpoint answered 503'],
    ['is not tried again after a refusal', () => answering(400), 1, 'the endpoint answered 400'],
    [
      'is not logged, even when its gateway throws an error that quotes it',
      () => ({ name: 'a failing gateway', send: () => Promise.reject(new TypeError(quoted)) }),
      4,
      'unexpected TypeError in the gateway',
    ],
  ])('%s', async (_, gatewayOf, attempts, reason) => {
    await fixture.store(secrets);
    fixture.start({}, { general: gatewayOf() });
    await fixture.waitForCounts({ 'form failed': 1 });
    const kept = { attempts, last_error: reason, settled_at: expect.any(Date), ...secrets };
    expect(await fixture.texts()).toMatchObject([kept]);
    const given = fixture.log().lines.filter(({ level }) => level === 50);
    expect(given).toMatchObject([{ msg: 'A text was given up', kind: 'general', attempts, reason }]);
    expect(fixture.log().written()).not.toMatch(/4155559876|nobody may read/);
  });

  test('is tried more often when it asks for support', async () => {
    fixture.endpoint.answer = status(503);
    await fixture.store({ cause: 'mood', message: '1 mood' }, { cause: 'message', message: '2 chat' });
    fixture.start({ maxAttempts: 2, supportAttempts: 7 });
    await fixture.waitForCounts({ 'mood failed': 1, 'message failed': 1 });
    const attempts = (await fixture.texts()).map((text) => [text.cause, text.attempts]);
    expect(Object.fromEntries(attempts)).toEqual({ mood: 7, message: 2 });
  });
});
