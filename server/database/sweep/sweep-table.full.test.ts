import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase } from '#tests/support/database/database.ts';
import { holdTransaction } from '#tests/support/database/hold-transaction.ts';
import { createTestLog } from '#tests/support/servers/log.ts';
import { removeFromPages, sweepTable } from './sweep-table.ts';

const database = await createTestDatabase();
const { pool } = database;
afterAll(() => database.drop());

const OLD_ROWS = { table: 'things', areOld: 'things.is_old' };
const FAST = { stepPages: 5, longestPauseMs: 1, retryMs: 10 };
/** Rows of about 200 bytes: some 35 in a page. */
const ROWS = 2_000;

beforeEach(async () => {
  await pool.query('drop table if exists things');
  await pool.query('create table things (id integer primary key, is_old boolean not null, content text)');
  // Every third row is old.
  await pool.query(`insert into things select n, n % 3 = 0, repeat('x', 170) from generate_series(1, $1::integer) n`, [
    ROWS,
  ]);
});

const sweep = () => onTestFinished(sweepTable(pool, createTestLog().log, { ...OLD_ROWS, passMs: 50 }, FAST));

async function count(condition: string): Promise<number> {
  return (await pool.query(`select from things where ${condition}`)).rowCount!;
}

const waitUntilSwept = () => vi.waitFor(async () => expect(await count('is_old')).toBe(0));

test('all old rows are removed and no others; a locked one delays no step, and goes in a later pass', async () => {
  const unlock = await holdTransaction(pool, 'select from things where id = 3 for update');
  sweep();
  await vi.waitFor(async () => expect(await count('is_old')).toBe(1));
  await unlock();
  await waitUntilSwept();
  expect(await count('not is_old')).toBe(ROWS - Math.floor(ROWS / 3));
});

test('a row that is changed at that moment and is not old any more stays', async () => {
  const end = await holdTransaction(pool, 'update things set is_old = false where id = 3');
  await removeFromPages(pool, OLD_ROWS, 0, 1_000);
  await end('commit');
  await removeFromPages(pool, OLD_ROWS, 0, 1_000);
  expect(await count('id = 3')).toBe(1);
});
