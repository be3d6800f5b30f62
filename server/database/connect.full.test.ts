import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { createTestDatabase } from '#tests/support/database/database.ts';
import { type Connections, connectDatabase } from './connect.ts';

test('a connection that ends between two statements of a transaction fails the next statement, not the process', async () => {
  const { pool, drop } = await createTestDatabase();
  const connection = await pool.connect();
  await connection.query('begin');
  const { rows } = await connection.query('select pg_backend_pid() as pid');
  const ended = vi.fn();
  connection.once('end', ended);
  await pool.query('select pg_terminate_backend($1)', [rows[0].pid]);
  await vi.waitFor(() => expect(ended).toHaveBeenCalled());
  await expect(connection.query('select')).rejects.toThrow('not queryable');
  connection.release(true);
  expect((await pool.query('select 42 as answer')).rows).toEqual([{ answer: 42 }]);
  await drop();
});

test('PostgreSQL ends a statement that takes too long', async () => {
  const { url, drop } = await createTestDatabase();
  const { pool } = connectDatabase(url, { max: 1, statementTimeoutMs: 100 });
  await expect(pool.query('select pg_sleep(60)')).rejects.toMatchObject({ code: '57014' });
  await pool.end();
  await drop();
});

describe('PostgreSQL that is stopped in the middle of a statement', () => {
  const outcomes: [string, (connections: Connections) => Promise<unknown>][] = [
    ['on the pool', ({ pool }) => pool.query('select')],
    ['through Kysely', ({ db }) => sql`select`.execute(db)],
    ['in a transaction', ({ db }) => db.transaction().execute((trx) => sql`select`.execute(trx))],
  ];
  test.each(outcomes)('%s fails it in time, and the next one has another connection', async (_, ask) => {
    const { url, pool: admin, drop } = await createTestDatabase();
    const connections = connectDatabase(url, { max: 1, statementTimeoutMs: 100 });
    const pidOf = async () => (await connections.pool.query('select pg_backend_pid() as pid')).rows[0].pid;
    const stopped = await pidOf();
    process.kill(stopped, 'SIGSTOP');
    try {
      await expect(ask(connections)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
      expect(await pidOf()).not.toBe(stopped);
      expect(connections.pool.totalCount).toBe(1);
    } finally {
      process.kill(stopped, 'SIGCONT');
    }
    await connections.pool.end();
    expect((await admin.query('select 42 as answer')).rows).toEqual([{ answer: 42 }]);
    await drop();
  });
});

test('an idle connection is kept: only a statement without an answer breaks it', async () => {
  const { url, drop } = await createTestDatabase();
  const { pool } = connectDatabase(url, { max: 1, statementTimeoutMs: 100 });
  const connection = await pool.connect();
  await new Promise((done) => connection.connection.stream.once('timeout', done));
  expect((await connection.query('select 42 as answer')).rows).toEqual([{ answer: 42 }]);
  connection.release();
  await pool.end();
  await drop();
});
