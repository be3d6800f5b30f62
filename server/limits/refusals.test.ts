import pg from 'pg';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Client } from '#fixtures/client.ts';
import { startOtherNode } from '#tests/support/servers/other-node.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { LIMITS } from './limit-definitions.ts';
import { RateLimitExceeded } from './limit-errors.ts';
import { nodeClock } from './node-clock.ts';

const server = await startTestServer({ rateLimits: true, databaseUrl: 'shared' });
const { forgetAttempts, insertAttempts } = server;
const { limits } = server.moodring.context;
const other = await startOtherNode(server);
const ada = await server.signUp();
beforeEach(forgetAttempts);
afterEach(() => vi.restoreAllMocks());
afterAll(() => other.stop());

const alreadyDone = (what: string, times: number, whom: string) =>
  insertAttempts({ what, whom, times, ago: '0 seconds' });
const search = (who: Client = ada) => who.post('/api/users/search', { query: 'grace' });

/** Runs work with a clock that stands still, so that no refusal is asked for again. @returns how often the limits' table was asked */
async function countQueries(work: () => Promise<unknown>): Promise<number> {
  vi.spyOn(nodeClock, 'now').mockReturnValue(nodeClock.now());
  const query = vi.spyOn(pg.Pool.prototype, 'query');
  await work();
  const names = query.mock.calls.map(([asked]) => (asked as unknown as pg.QueryConfig).name);
  return names.filter((name) => name === 'count-limit' || name === 'give-back-limit').length;
}

test('100 refused calls ask the database once', async () => {
  await alreadyDone('search', 30, ada.uid);
  const statuses = new Set<number>();
  const queries = await countQueries(async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => search()));
    for (let n = 0; n < 50; n++) answers.push(await search());
    for (const { status } of answers) statuses.add(status);
  });
  expect([queries, ...statuses]).toEqual([1, 429]);
});

test('calls that the network’s limit refuses count nothing for the person', async () => {
  await alreadyDone('search, network', 90, '127.0.0.1');
  expect((await search()).status).toBe(429);
  const queries = await countQueries(() => Promise.all(Array.from({ length: 99 }, () => search())));
  expect(queries).toBe(0);
});

test('100 refused uses of a lease ask the database once', async () => {
  await alreadyDone('hand over', 10, ada.uid);
  const consume = () => limits.consume(LIMITS.handOver.person, ada.uid);
  const outcomes = await Promise.allSettled([consume()]);
  const queries = await countQueries(async () => {
    outcomes.push(...(await Promise.allSettled(Array.from({ length: 99 }, consume))));
  });
  expect(queries).toBe(0);
  for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: expect.any(RateLimitExceeded) });
});

test('a refusal ends at its time', async () => {
  await alreadyDone('search', 30, ada.uid);
  expect((await search()).status).toBe(429);
  await server.advance('40 seconds');
  const refused = await search();
  expect(refused.status).toBe(429);
  await server.advance(`${refused.headers.get('retry-after')} seconds`);
  expect((await search()).status).toBe(200);
});

test('an undone count ends a refusal, at once on its node and within ten seconds on the others', async () => {
  const { person } = LIMITS.search;
  const there = other.as(ada);
  await alreadyDone('search', 30, ada.uid);
  for (const who of [ada, there]) expect((await search(who)).status).toBe(429);
  await limits.undo(person, ada.uid);
  expect((await search()).status).toBe(200);
  await limits.undo(person, ada.uid);
  expect((await search(there)).status).toBe(429);
  await server.advance('10 seconds');
  expect((await search(there)).status).toBe(200);
});
