import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { App } from '../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { openEndpoint, status, type TestEndpoint } from '../support/endpoint.ts';
import { count } from './support/count.ts';
import { befriendAll, crowd } from './support/crowd.ts';
import { sqlOn } from './support/sql.ts';
import { times } from './support/times.ts';

const HOUR_MS = 60 * 60 * 1000;
const CLOCK = join(import.meta.dirname, '../support/shifted-clock-process.ts');
const FRIENDS = times(30);
const AUTH_SECRET = randomBytes(32).toString('base64url');

let database: TestDatabase;
let endpoint: TestEndpoint;
let ahead: App;
let behind: App;
const sql = sqlOn(() => database.pool);

beforeAll(async () => {
  [database, endpoint] = [await createTestDatabase(), await openEndpoint()];
  const node = (shiftMs: number) =>
    App.open({
      DATABASE_URL: database.url,
      AUTH_SECRET,
      GENERAL_MESSAGE_URL: endpoint.address,
      NODE_OPTIONS: `--import=${CLOCK}`,
      CLOCK_SHIFT_MS: String(shiftMs),
    });
  [ahead, behind] = [await node(HOUR_MS), await node(-HOUR_MS)];
});
afterAll(async () => {
  await ahead.close();
  await behind.close();
  await endpoint.close();
  await database.drop();
});

test('two nodes whose clocks are an hour fast and an hour slow: each text is tried no more often than it is due', async () => {
  const [ada, ...others] = await crowd(sql, ahead.url, AUTH_SECRET, 1 + FRIENDS);
  const [grace, ...friends] = await crowd(sql, behind.url, AUTH_SECRET, 1 + FRIENDS);
  await befriendAll(sql, [ada!, ...others]);
  await befriendAll(sql, [grace!, ...friends]);

  // The first two tries go wrong; the third is taken, after longer than any poll.
  const calls = new Map<string, number[]>();
  endpoint.answer = (response, received) => {
    const key = String(received.headers['idempotency-key']);
    const tries = [...(calls.get(key) ?? []), performance.now()];
    calls.set(key, tries);
    if (tries.length === 1) status(500)(response, received);
    else if (tries.length === 2) {
      const inASecond = new Date(Date.now() + 1_000).toUTCString();
      status(429, { 'retry-after': inASecond })(response, received);
    } else setTimeout(() => status(202)(response, received), 3_000);
  };
  const chosen = await Promise.all([ada!.choose('Dark'), grace!.choose('Purple')]);
  expect(chosen.map((answer) => answer.status)).toEqual([200, 200]);
  // When a mood was chosen is told by the database's clock.
  for (const { body } of chosen) expect(Math.abs(body.chosenAt - Date.now())).toBeLessThan(60_000);

  const left = () => sql(`select from texts where status <> 'sent'`);
  await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 90_000, interval: 200 });
  const tries = [...calls.values()];
  const storms = tries.filter(({ length }) => length !== 3).length;
  count({
    what: 'clocks an hour off on two nodes',
    tries: tries.length,
    faults: 2,
    losses: 2 * FRIENDS - tries.length,
  });
  expect(tries).toHaveLength(2 * FRIENDS);
  expect(storms, 'texts that were tried more than three times').toBe(0);
});
