import { expect, test, vi } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';

test('a connection that is ended between two statements of a transaction fails the next one, and not the process', async () => {
  const { pool, drop } = await createTestDatabase();
  const connection = await pool.connect();
  await connection.query('begin');
  const { rows } = await connection.query('select pg_backend_pid() as pid');
  const ended = vi.fn();
  connection.once('end', ended);
  await pool.query('select pg_terminate_backend($1)', [rows[0].pid]);
  await vi.waitFor(() => expect(ended).toHaveBeenCalled(), 10_000);
  await expect(connection.query('select')).rejects.toThrow('not queryable');
  connection.release(true);
  expect((await pool.query('select 42 as answer')).rows).toEqual([{ answer: 42 }]);
  await drop();
});
