import { expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database/database.ts';
import { describeError } from './describe-error.ts';

const SECRET = 'I cannot go on';

const caught = async (work: () => unknown): Promise<unknown> => {
  try {
    await work();
  } catch (error) {
    return error;
  }
};

test('of PostgreSQL’s errors the log shows the fault, but no row and no value', async () => {
  const { pool, drop } = await createTestDatabase();
  await pool.query(`create table said (content text constraint short check (length(content) < 3))`);
  const row = await caught(() => pool.query('insert into said values ($1)', [SECRET]));
  const value = await caught(() => pool.query('select $1::integer', [SECRET]));
  await drop();

  for (const error of [row, value]) {
    expect(JSON.stringify({ ...(error as object), message: (error as Error).message })).toContain(SECRET);
    expect(JSON.stringify(describeError(error))).not.toMatch(/cannot|go on/);
  }
  const message = 'new row for relation "said" violates check constraint "short"';
  expect(describeError(row)).toMatchObject({
    type: 'error',
    code: '23514',
    constraint: 'short',
    table: 'said',
    message,
  });
  expect(describeError(value)).toMatchObject({ code: '22P02', message: 'not logged, because it quotes a value' });
});

test('a cause and the errors of an AggregateError are described in the same way', async () => {
  const quoting = await caught(() => JSON.parse(SECRET));
  expect(String(quoting)).toContain('I cannot');
  const told = describeError(
    new Error('outer', { cause: new AggregateError([quoting, new TypeError('plain')], 'several') }),
  );
  expect(JSON.stringify(told)).not.toContain('I cannot');
  expect(told).toMatchObject({
    message: 'outer',
    stack: expect.arrayContaining([expect.stringContaining('describe-error.test.ts')]),
    cause: { message: 'several', errors: [{ type: 'SyntaxError' }, { type: 'TypeError', message: 'plain' }] },
  });
});

test('a thrown value that is no error is not quoted', () => {
  expect(describeError({ message: SECRET })).toMatchObject({ type: 'object', stack: [] });
  expect(JSON.stringify(describeError(SECRET))).not.toContain(SECRET);
});
