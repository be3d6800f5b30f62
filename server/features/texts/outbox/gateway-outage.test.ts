import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { hang, openEndpoint, reset, status, type TestEndpoint } from '#tests/support/servers/endpoint.ts';
import { openOutboxRoom } from '#tests/support/servers/outbox.ts';
import { httpGateway } from '../gateways/http-gateway.ts';

let room: Awaited<ReturnType<typeof openOutboxRoom>>;
let endpoint: TestEndpoint;

beforeAll(async () => {
  room = await openOutboxRoom();
});
beforeEach(async () => {
  endpoint = await openEndpoint();
});
afterEach(async () => {
  await room.clear();
  await endpoint.close();
});
afterAll(() => room.drop());

const toEndpoint = (timeoutMs?: number) => ({
  general: httpGateway({ address: endpoint.address, secret: undefined, timeoutMs }),
});

const settlesAs = (expected: string) =>
  vi.waitFor(async () => expect(await room.texts()).toMatchObject([{ status: expected }]), 10_000);

describe('an endpoint in trouble gets the same text again, under the same id', () => {
  test.each([
    ['answers 500', status(500, {}, 'oh no')],
    ['answers 429', status(429)],
    ['hangs', hang],
    ['breaks the connection', reset],
    ['answers 500 with garbage', status(500, { 'content-type': 'application/json' }, '\0{"phoneNumber":')],
  ])('%s', async (_, trouble) => {
    let calls = 0;
    endpoint.answer = (...call) => (++calls < 3 ? trouble : status(202))(...call);
    const [id] = await room.store({});
    room.startOutbox(toEndpoint(trouble === hang ? 300 : undefined));
    await settlesAs('sent');
    expect(endpoint.keys()).toEqual([id, id, id]);
    expect(await room.texts()).toMatchObject([{ attempts: 3, last_error: null }]);
    const told = room.log().lines.map(({ msg }) => msg);
    expect(told).toEqual(['The general gateway is in trouble: texts wait', 'The general gateway works again']);
  });
});

test.each([302, 401, 403, 404])(
  'an endpoint that answers %i is told to somebody who can mend it, once, and its texts wait for that',
  async (code) => {
    let calls = 0;
    const troubles = [503, code, code];
    endpoint.answer = (...call) => status(troubles[calls++] ?? 202)(...call);
    const [id] = await room.store({});
    room.startOutbox(toEndpoint());
    await settlesAs('sent');
    expect(endpoint.keys()).toEqual([id, id, id, id]);
    expect(room.log().lines).toMatchObject([
      { level: 40, msg: 'The general gateway is in trouble: texts wait', reason: 'the endpoint answered 503' },
      {
        level: 50,
        msg: 'The general gateway has to be mended: texts wait',
        reason: expect.stringMatching(/^the endpoint answered \d+: check .*MESSAGE_/),
      },
      { level: 30, msg: 'The general gateway works again' },
    ]);
  },
);

test('Retry-After is honoured: not before then, by the clock of the database', async () => {
  endpoint.answer = status(429, { 'retry-after': '60' });
  await room.store({});
  room.startOutbox(toEndpoint());
  await vi.waitFor(async () => expect(await room.texts()).toMatchObject([{ status: 'queued', attempts: 1 }]), 10_000);
  const { rows } = await room.pool.query<{ seconds: number }>(
    'select extract(epoch from next_attempt_at - now())::float8 as seconds from texts',
  );
  expect(rows[0]?.seconds).toBeGreaterThan(50);
  expect(rows[0]?.seconds).toBeLessThanOrEqual(60);
  expect(endpoint.received).toHaveLength(1);
});

describe('a text that cannot be sent', () => {
  const secrets = { phone_number: '+14155559876', message: 'nobody may read this in a log' };

  const expectGivenUp = (attempts: number, reason: string) => {
    const given = room.log().lines.filter(({ level }) => level === 50);
    expect(given).toMatchObject([{ msg: 'A text was given up', kind: 'general', attempts, reason }]);
    expect(room.log().written()).not.toMatch(/4155559876|nobody may read/);
  };

  test('is tried so many times, then kept as failed', async () => {
    endpoint.answer = status(503, {}, `no ${secrets.phone_number}`);
    await room.store(secrets);
    room.startOutbox(toEndpoint());
    await settlesAs('failed');
    expect(endpoint.received).toHaveLength(4);
    expect(await room.texts()).toMatchObject([
      { attempts: 4, last_error: 'the endpoint answered 503', settled_at: expect.any(Date), ...secrets },
    ]);
    expectGivenUp(4, 'the endpoint answered 503');
  });

  test('is tried for longer when it asks for support', async () => {
    endpoint.answer = status(503);
    await room.store({ cause: 'mood', message: '1 mood' }, { cause: 'message', message: '2 chat' });
    room.startOutbox(toEndpoint(), { maxAttempts: 2, supportAttempts: 7 });
    await vi.waitFor(
      async () => expect((await room.texts()).map((text) => text.status)).toEqual(['failed', 'failed']),
      10_000,
    );
    const attempts = new Map((await room.texts()).map((text) => [text.cause, text.attempts]));
    expect(Object.fromEntries(attempts)).toEqual({ mood: 7, message: 2 });
  });

  test('is not tried again when the endpoint refuses it for good', async () => {
    endpoint.answer = status(400, {}, `no ${secrets.phone_number}`);
    await room.store(secrets);
    room.startOutbox(toEndpoint());
    await settlesAs('failed');
    expect(endpoint.received).toHaveLength(1);
    expectGivenUp(1, 'the endpoint answered 400');
  });

  test('is kept out of the log even when its gateway throws it', async () => {
    const general = {
      name: 'a faulty gateway',
      send: () => Promise.reject(new TypeError(Object.values(secrets).join())),
    };
    await room.store(secrets);
    room.startOutbox({ general });
    await settlesAs('failed');
    expectGivenUp(4, 'unexpected TypeError in the gateway');
  });
});
