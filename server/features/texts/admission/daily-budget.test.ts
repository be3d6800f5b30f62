import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Limits, openLimits } from '#server/limits/index.ts';
import { insertAttempts } from '#tests/support/database/insert-attempts.ts';
import { openEndpoint, status, type TestEndpoint } from '#tests/support/servers/endpoint.ts';
import { openOutboxRoom, testRules } from '#tests/support/servers/outbox.ts';
import { httpGateway } from '../gateways/http-gateway.ts';

const SECRET = 'the secret of the tests';

let room: Awaited<ReturnType<typeof openOutboxRoom>>;
let endpoint: TestEndpoint;
let nodes: Limits[] = [];
beforeAll(async () => {
  room = await openOutboxRoom();
  for (const name of ['ada', 'grace'] as const) authors[name] = await room.person();
});
beforeEach(async () => {
  endpoint = await openEndpoint();
});
afterEach(async () => {
  await room.clear();
  await room.db.deleteFrom('limits').execute();
  await Promise.all(nodes.map((node) => node.close()));
  nodes = [];
  await endpoint.close();
});
afterAll(() => room.drop());

/** A node that may send so many texts a day together with the others. */
function startNode(perDay: number) {
  const { log } = room.log();
  const limits = openLimits({ databaseUrl: room.url, secret: SECRET, log });
  nodes.push(limits);
  const gateways = { general: httpGateway({ address: endpoint.address, secret: undefined }) };
  return room.startOutbox(gateways, {}, testRules({ limits, perDay, log }));
}

const authors = { ada: '', grace: '' };
const some = (count: number, cause: 'message' | 'mood' | 'form', author: keyof typeof authors = 'ada') =>
  Array.from({ length: count }, (_, n) => ({ cause, author: authors[author], phone_number: `+1415555${1000 + n}` }));

const counts = async () => {
  const { rows } = await room.pool.query<{ key: string; count: number }>(
    `select cause || ' ' || status as key, count(*)::integer as count from texts group by 1`,
  );
  return Object.fromEntries(rows.map(({ key, count }) => [key, count]));
};

const becomes = (expected: Record<string, number>) =>
  vi.waitFor(async () => expect(await counts()).toEqual(expected), 10_000);

const alarms = () =>
  room
    .log()
    .lines.filter(({ level }) => level === 50)
    .map(({ msg }) => msg);

test('a tenth of the day is kept for texts that ask for support; the rest waits, nothing is dropped, and it is logged', async () => {
  startNode(10);
  await room.store(...some(12, 'message'));
  await becomes({ 'message sent': 9, 'message queued': 3 });
  expect(alarms()).toEqual(["The day's texts are used up (TEXTS_PER_DAY). Only texts that ask for support go out"]);

  await room.store(...some(1, 'mood'));
  await becomes({ 'mood sent': 1, 'message sent': 9, 'message queued': 3 });
  await room.store(...some(2, 'mood', 'grace'));
  await vi.waitFor(() => expect(alarms()).toHaveLength(2));
  expect(alarms()[1]).toMatch(/No texts go out, not even those that ask for support$/);
  await becomes({ 'mood sent': 1, 'mood queued': 2, 'message sent': 9, 'message queued': 3 });
  expect(endpoint.received).toHaveLength(10);
  const waiting = (await room.texts()).filter((text) => text.status === 'queued' && text.last_error);
  for (const text of waiting) expect(text.last_error).toBe("waits: the day's texts are used up");
});

test('the kept tenth is shared out by author: one who calls without end leaves the others theirs', async () => {
  await insertAttempts(room.pool, SECRET, { what: 'text', whom: 'all', times: 100, ago: '1 hour' });
  startNode(400);
  await room.store(...some(30, 'mood'));
  await becomes({ 'mood sent': 2, 'mood queued': 28 });
  await room.store(...some(2, 'mood', 'grace'));
  await becomes({ 'mood sent': 4, 'mood queued': 28 });
  const queued = (await room.texts()).filter((text) => text.status === 'queued');
  for (const text of queued)
    expect(text).toMatchObject({ attempts: 0, last_error: "waits: the day's texts are used up" });
});

test('what waited goes out when a day has passed', async () => {
  startNode(10);
  await room.store(...some(14, 'message'));
  await becomes({ 'message sent': 9, 'message queued': 5 });
  await room.store(...some(1, 'mood'));
  await becomes({ 'mood sent': 1, 'message sent': 9, 'message queued': 5 });
  await room.pool.query(
    `update limits set times = array(select t - interval '1 day' from unnest(times) as t order by t)`,
  );
  startNode(10);
  await becomes({ 'mood sent': 1, 'message sent': 14 });
});

test('nodes share the day', async () => {
  for (let n = 0; n < 3; n++) startNode(20);
  await room.store(...some(30, 'message'));
  await becomes({ 'message sent': 18, 'message queued': 12 });
});

test('trying a text again is not another text, and what came by hand was counted at the door', async () => {
  let failures = 0;
  endpoint.answer = (response, received) =>
    failures++ < 8 ? status(500)(response, received) : status(202)(response, received);
  const outbox = startNode(10);
  await outbox.admit();
  await room.store(...some(1, 'form'), ...some(8, 'message'));
  await becomes({ 'form sent': 1, 'message sent': 8 });
  await expect(outbox.admit()).rejects.toThrow('No more texts can be sent today. Please try again later.');
});
