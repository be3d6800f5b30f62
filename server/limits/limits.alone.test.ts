import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openPool } from '#server/database/connect.ts';
import { CONNECTIONS } from '#server/database/connection-budget.ts';
import { removeFromPages } from '#server/database/sweep/sweep-table.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { ageAttempts } from '#tests/support/database/insert-attempts.ts';
import { createTestLog } from '#tests/support/servers/log.ts';
import type { LeasedLimit, Limit } from './limit.ts';
import { createLimits, type Limits, limitKey } from './limits.ts';
import { OLD_LIMITS } from './limits-table.ts';

const SECRET = 'the secret of the tests';

const FEW: Limit = {
  what: 'knock',
  rules: [{ max: 3, seconds: 60, say: () => 'Three a minute.' }],
};
const LEASED: LeasedLimit = {
  what: 'ring',
  leaseSize: 4,
  failMode: 'open',
  rules: [{ max: 3, seconds: 60, say: () => 'Twelve a minute.' }],
};

let database: TestDatabase;
let pools: pg.Pool[];
let nodes: [Limits, Limits];
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.pool.query('delete from limits');
  const { log } = createTestLog();
  pools = [1, 2].map(() => openPool(database.url, CONNECTIONS.limits));
  nodes = pools.map((pool) => createLimits({ pool, secret: SECRET, log })) as [Limits, Limits];
});
afterEach(async () => {
  vi.useRealTimers();
  for (const node of nodes) node.close();
  await Promise.all(pools.map((pool) => pool.end()));
});
afterAll(() => database.drop());

const rows = async () => (await database.pool.query('select * from limits')).rows;

/** This wait, less the seconds that the test has taken. */
const wait = (seconds: number) => expect.toSatisfy((told: number) => told > seconds - 20 && told <= seconds);

const letPass = (time: string) => ageAttempts(database.pool, time);

describe('a limit that counts each use', () => {
  test('allows one more use as each counted one expires, and refusals make no wait longer', async () => {
    const [here] = nodes;
    await here.count([FEW, 'ada']);
    await letPass('30 seconds');
    await here.count([FEW, 'ada']);
    await here.count([FEW, 'ada']);
    for (let n = 0; n < 3; n++) await expect(here.count([FEW, 'ada'])).rejects.toThrow('Three a minute.');
    await letPass('30 seconds');
    await here.count([FEW, 'ada']);
    await expect(here.count([FEW, 'ada'])).rejects.toMatchObject({ retryAfterSeconds: wait(30) });
  });

  test('tells the longest wait of the rules that refuse', async () => {
    const two: Limit = { ...FEW, rules: [{ max: 2, seconds: 3_600, say: () => 'Two an hour.' }, ...FEW.rules] };
    for (let n = 0; n < 3; n++) await nodes[0].count([FEW, 'ada']);
    const refusal = { message: 'Two an hour.', retryAfterSeconds: wait(3_600) };
    await expect(nodes[0].count([two, 'ada'])).rejects.toMatchObject(refusal);
  });

  test.each([-1, 1])('uses the database’s clock when this node’s clock is %i hour off', async (hours) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + hours * 3_600_000);
    for (let n = 0; n < 3; n++) await nodes[0].count([FEW, 'ada']);
    vi.useRealTimers();
    await expect(nodes[1].count([FEW, 'ada'])).rejects.toMatchObject({ retryAfterSeconds: wait(60) });
  });

  test('counts several uses together, or none of them', async () => {
    const [here] = nodes;
    const ring: Limit = { ...FEW, what: 'ring' };
    for (let n = 0; n < 3; n++) await here.count([ring, 'home']);
    await expect(here.count([FEW, 'ada'], [ring, 'home'])).rejects.toThrow('Three a minute.');
    for (let n = 0; n < 3; n++) await here.count([FEW, 'ada']);
  });

  test('stores no id, address or phone number', async () => {
    await nodes[0].count([FEW, '+14155550101']);
    expect(JSON.stringify(await rows())).not.toContain('4155550101');
    expect(limitKey(SECRET, '+14155550101')).not.toBe(limitKey('another secret', '+14155550101'));
  });
});

test('a limit that counts leases keeps the order of callers who wait for a lease', async () => {
  const passed: number[] = [];
  await Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      await nodes[0].consume(LEASED, 'ada');
      passed.push(n);
    }),
  );
  expect(passed).toEqual(Array.from({ length: 12 }, (_, n) => n));
});

test('rows that no limit needs any more are removed', async () => {
  await nodes[0].count([FEW, 'ada']);
  await nodes[0].count([FEW, 'grace']);
  await database.pool.query(`update limits set expires_at = now() - interval '1 second' where whom = $1`, [
    limitKey(SECRET, 'ada'),
  ]);
  await removeFromPages(database.pool, OLD_LIMITS, 0, 1_000);
  expect((await rows()).map(({ whom }) => whom)).toEqual([limitKey(SECRET, 'grace')]);
});
