import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { letTimePass } from '#tests/support/database/rate-limits.ts';
import { createTestLog } from '#tests/support/servers/log.ts';
import type { Limit, SharedLimit } from './limit.ts';
import { RateLimitExceeded } from './limit-errors.ts';
import { type Limits, limitKey, openLimits } from './limits.ts';
import { LimitsUnavailable } from './limits-unavailable.ts';
import { sweep } from './remove-expired.ts';

const SECRET = 'the secret of the tests';

const FEW: Limit = {
  what: 'knock',
  rules: [
    { most: 3, seconds: 60, words: 'Three a minute.' },
    { most: 5, seconds: 3_600, words: 'Five an hour.' },
  ],
};
const SHARED: SharedLimit = {
  what: 'ring',
  share: 4,
  ahead: false,
  whenUncounted: 'pass',
  rules: [{ most: 3, seconds: 60, words: 'Twelve a minute.' }],
};

let database: TestDatabase;
let nodes: [Limits, Limits];
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  await database.db.deleteFrom('limits').execute();
  const parts = { databaseUrl: database.url, secret: SECRET, log: createTestLog().log };
  nodes = [openLimits(parts), openLimits(parts)];
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all(nodes.map((node) => node.close()));
});
afterAll(() => database.drop());

const rows = () => database.db.selectFrom('limits').selectAll().execute();

const letPass = (time: string) => letTimePass(database.pool, time);

/** What became of many: who passed, and how the others were refused. */
async function outcomes(many: (Promise<void> | undefined)[]) {
  const settled = await Promise.allSettled(many);
  const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as RateLimitExceeded] : []));
  return { passed: settled.length - refused.length, refused };
}

describe('what is counted one by one', () => {
  test('passes as often as each rule says, and then is refused in its words, with when there is room again', async () => {
    const [here] = nodes;
    for (let n = 0; n < 3; n++) await here.count([FEW, 'ada']);
    const minute = await here.count([FEW, 'ada']).catch((error) => error);
    expect(minute).toMatchObject({ code: 'too_many', message: 'Three a minute.', retryAfterSeconds: 60 });

    await letPass('20 seconds');
    expect(await here.count([FEW, 'ada']).catch((error) => error)).toMatchObject({ retryAfterSeconds: 40 });
    await letPass('40 seconds');
    for (let n = 0; n < 2; n++) await here.count([FEW, 'ada']);
    const hour = await here.count([FEW, 'ada']).catch((error) => error);
    expect(hour).toMatchObject({ message: 'Five an hour.', retryAfterSeconds: 3_540 });
  });

  test('room comes one by one, as each of those that were counted grows old', async () => {
    const [here] = nodes;
    await here.count([FEW, 'ada']);
    await letPass('30 seconds');
    await here.count([FEW, 'ada']);
    await here.count([FEW, 'ada']);
    await letPass('30 seconds');
    await here.count([FEW, 'ada']);
    expect(await here.count([FEW, 'ada']).catch((error) => error)).toMatchObject({ retryAfterSeconds: 30 });
  });

  test('is shared by nodes exactly, however many come at once', async () => {
    const { passed, refused } = await outcomes(Array.from({ length: 40 }, (_, n) => nodes[n % 2]!.count([FEW, 'ada'])));
    expect(passed).toBe(3);
    for (const error of refused) expect(error).toMatchObject({ message: 'Three a minute.', retryAfterSeconds: 60 });
  });

  test('is each person’s own, and each thing’s', async () => {
    for (let n = 0; n < 3; n++) await nodes[0].count([FEW, 'ada']);
    await nodes[1].count([FEW, 'grace']);
    await nodes[1].count([{ ...FEW, what: 'ring' }, 'ada']);
  });

  test('changes no row when it is refused, and keeps no more times than the rules look back to', async () => {
    const [here] = nodes;
    for (let n = 0; n < 9; n++) {
      await here.count([FEW, 'ada']);
      await letPass('20 minutes');
    }
    expect((await rows())[0]?.times).toHaveLength(5);
    for (let n = 0; n < 3; n++) await here.count([FEW, 'ada']).catch(() => {});
    const before = await rows();
    await expect(here.count([FEW, 'ada'])).rejects.toThrow(RateLimitExceeded);
    expect(await rows()).toEqual(before);
  });

  test.each([-1, 1])('goes by the database’s clock, when this node’s is %i hour off', async (hours) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + hours * 3_600_000);
    for (let n = 0; n < 3; n++) await nodes[0].count([FEW, 'ada']);
    vi.useRealTimers();
    expect(await nodes[1].count([FEW, 'ada']).catch((error) => error)).toMatchObject({ retryAfterSeconds: 60 });
  });

  test('several are counted together, or none of them', async () => {
    const [here] = nodes;
    const ring: Limit = { ...FEW, what: 'ring' };
    for (let n = 0; n < 3; n++) await here.count([ring, 'home']);
    await expect(here.count([FEW, 'ada'], [ring, 'home'])).rejects.toThrow('Three a minute.');
    for (let n = 0; n < 3; n++) await here.count([FEW, 'ada']);
  });

  test('shows nobody’s id, address or number', async () => {
    await nodes[0].count([FEW, '+14155550101']);
    expect(JSON.stringify(await rows())).not.toContain('4155550101');
    expect(limitKey(SECRET, '+14155550101')).not.toBe(limitKey('another secret', '+14155550101'));
  });

  test('can be taken back', async () => {
    for (let n = 0; n < 3; n++) await nodes[0].count([FEW, 'ada']);
    await nodes[1].undo(FEW, 'ada');
    await nodes[0].count([FEW, 'ada']);
    await expect(nodes[0].count([FEW, 'ada'])).rejects.toThrow('Three a minute.');
    await nodes[0].undo(FEW, 'nobody');
  });
});

describe('what is counted by shares', () => {
  test('passes as often as all shares together, whichever node it comes to', async () => {
    let passed = 0;
    for (let n = 0; n < 24; n++) {
      const { passed: one } = await outcomes([(async () => nodes[n % 2]!.take(SHARED, 'ada'))()]);
      passed += one;
    }
    expect(passed).toBe(12);
    expect((await rows())[0]?.times).toHaveLength(3);
  });

  test('needs nobody’s word between two shares, and none while it is refused', async () => {
    const [here] = nodes;
    await here.take(SHARED, 'ada');
    for (let n = 0; n < 3; n++) expect(here.take(SHARED, 'ada')).toBeUndefined();
    const { passed } = await outcomes(Array.from({ length: 9 }, () => here.take(SHARED, 'ada')));
    expect(passed).toBe(8);
    expect(() => here.take(SHARED, 'ada')).toThrow('Twelve a minute.');
    try {
      here.take(SHARED, 'ada');
    } catch (error) {
      expect((error as RateLimitExceeded).retryAfterSeconds).toBeGreaterThan(58);
      expect((error as RateLimitExceeded).retryAfterSeconds).toBeLessThanOrEqual(60);
    }
  });

  test('nobody overtakes those who wait for a share', async () => {
    const passed: number[] = [];
    await Promise.all(
      Array.from({ length: 12 }, async (_, n) => {
        await nodes[0].take(SHARED, 'ada');
        passed.push(n);
      }),
    );
    expect(passed).toEqual(Array.from({ length: 12 }, (_, n) => n));
  });

  test('while the limits cannot be counted, passes where it fails open, and is refused where it fails closed', async () => {
    const [here] = nodes;
    const closed: SharedLimit = { ...SHARED, what: 'text', whenUncounted: 'refuse' };
    await here.take(closed, 'ada');
    await database.pool.query('alter table limits rename to elsewhere');
    await here.take(SHARED, 'ada');
    // What was counted before is theirs; no more passes.
    const { passed, refused } = await outcomes(Array.from({ length: 9 }, () => here.take(closed, 'ada')));
    expect(passed).toBe(3);
    for (const error of refused) expect(error).toBeInstanceOf(LimitsUnavailable);
    await expect(here.count([FEW, 'ada'])).rejects.toThrow(LimitsUnavailable);
    await database.pool.query('alter table elsewhere rename to limits');
    expect((await outcomes(Array.from({ length: 20 }, () => here.take(closed, 'ada')))).passed).toBe(8);
  });
});

test('what no limit looks back to is swept away', async () => {
  await nodes[0].count([FEW, 'ada']);
  await nodes[0].count([FEW, 'grace']);
  await database.pool.query(`update limits set expires_at = now() - interval '1 second' where whom = $1`, [
    limitKey(SECRET, 'ada'),
  ]);
  await sweep(database.pool);
  expect((await rows()).map(({ whom }) => whom)).toEqual([limitKey(SECRET, 'grace')]);
});
