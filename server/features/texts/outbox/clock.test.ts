import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openEndpoint, status, type TestEndpoint } from '#tests/support/servers/endpoint.ts';
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

const toEndpoint = () => ({ general: httpGateway({ address: endpoint.address, secret: undefined }) });

const calls = (count: number) => Array.from({ length: count }, () => ({ cause: 'mood' as const }));

/** What a clock that is set forward or back by so much leaves: every time that was stored is as much further off. */
const clockIsSet = (by: string) =>
  room.pool.query('update texts set created_at = created_at - $1::interval, next_attempt_at = next_attempt_at - $1', [
    by,
  ]);

const becomes = (expected: string) =>
  vi.waitFor(
    async () => expect(new Set((await room.texts()).map((text) => text.status))).toEqual(new Set([expected])),
    10_000,
  );

test.each(['1 hour', '-1 hour'])(
  'the clock is set by %s while texts are on their way: none is sent again',
  async (by) => {
    const answers: (() => void)[] = [];
    endpoint.answer = (...call) => void answers.push(() => status(202)(...call));
    const ids = await room.store(...calls(7));
    const outbox = room.startOutbox(toEndpoint());
    await vi.waitFor(() => expect(endpoint.received).toHaveLength(7), 10_000);
    await clockIsSet(by);

    // What comes next finds the places that are left.
    const [last] = await room.store({ cause: 'mood' });
    outbox.wake();
    await vi.waitFor(() => expect(endpoint.keys()).toContain(last), 10_000);
    for (const answer of answers) answer();
    await becomes('sent');
    expect(endpoint.keys().sort()).toEqual([...ids, last].sort());
  },
);

test('the clock is set back by an hour while texts wait for their next try: they do not wait for that hour', async () => {
  let failures = 0;
  endpoint.answer = (...call) => status(failures++ < 7 ? 500 : 202)(...call);
  const pause = 5 * 60 * 1000;
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const ids = await room.store(...calls(7));
  room.startOutbox(toEndpoint(), { backoffBaseMs: pause, backoffCapMs: pause });
  await becomes('queued');
  await vi.waitFor(async () => expect((await room.texts()).every(({ last_error }) => last_error)).toBe(true), 10_000);
  expect(endpoint.received).toHaveLength(7);
  await clockIsSet('-1 hour');
  await becomes('sent');
  expect(endpoint.keys().sort()).toEqual([...ids, ...ids].sort());
  vi.restoreAllMocks();
});

test('a text that a killed app left on its way does not wait for the hour either that the clock was set back by', async () => {
  await room.store({ status: 'sending', attempts: 1, next_attempt_at: new Date(Date.now() + 61 * 60 * 1000) });
  room.startOutbox(toEndpoint());
  await becomes('sent');
});

test('pauses that gateways may ask for are honest: nobody cuts them short', async () => {
  await room.store({ message: 'waits', attempts: 3, next_attempt_at: new Date(Date.now() + 15 * 60 * 1000) });
  room.startOutbox(toEndpoint());
  await room.store({ message: 'goes' });
  await vi.waitFor(() => expect(endpoint.received).toHaveLength(1), 10_000);
  expect((await room.texts()).map((text) => text.status)).toEqual(['queued', 'sent']);
});
