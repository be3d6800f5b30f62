import { expect, test } from 'vitest';
import { removeFromPages } from '#server/database/sweep/sweep-table.ts';
import { startAskServer } from '#tests/support/asks/ask-server.ts';
import { forgetUndone, OLD_ASKS, WITHDRAWN } from './ask-jobs.ts';
import { closeAllOverdue } from './ask-of-choice.ts';

const { server, pool, circle, choose, asks, openAsk, texts, answer, hide, sql } = await startAskServer();

const count = async (statement: string, values: unknown[] = []) => (await pool.query(statement, values)).rowCount;

test('asks are removed with their answers 30 days after closing, undone ones after a day, others never', async () => {
  const [ada, grace] = await circle(3);
  const kept: string[] = [];
  const gone: string[] = [];
  for (const [how, age, isKept] of [
    ['ok', '29 days 23 hours', true],
    ['ok', '30 days 1 minute', false],
    ['expired', '30 days 1 minute', false],
    ['undone', '23 hours', true],
    ['undone', '24 hours 1 minute', false],
    [null, null, true],
  ] as const) {
    const id = await openAsk(ada);
    await grace.put(`/api/asks/${id}/answer`, { answer: 'yes' });
    await sql`update asks set closed_how = ${how}, closed_at = now() - ${age}::interval where id = ${id}`;
    (isKept ? kept : gone).push(id);
  }
  await removeFromPages(pool, OLD_ASKS, 0, 1_000);
  expect(await count('select from asks where id = any($1)', [gone])).toBe(0);
  expect(await count('select from asks where id = any($1)', [kept])).toBe(kept.length);
  expect(await count('select from ask_recipients where ask = any($1)', [gone])).toBe(0);
  expect(await count('select from ask_recipients where answer is not null and ask = any($1)', [kept])).toBe(
    kept.length,
  );
});

test('an ask that was hidden from a friend is gone for them after 30 days, as one that has ended', async () => {
  const [ada, grace] = await circle(3);
  const ask = await openAsk(ada);
  await answer(grace, ask, 'yes');
  await hide(ada, grace);
  for (const [age, status] of [
    ['29 days 23 hours', 409],
    ['30 days 1 minute', 404],
  ] as const) {
    await sql`update ask_recipients set withdrawn_at = now() - ${age}::interval where friend = ${grace.uid}`;
    await removeFromPages(pool, WITHDRAWN, 0, 1_000);
    expect((await answer(grace, ask, 'no')).status).toBe(status);
  }
  expect((await asks(ada)).mine).not.toBeNull();
});

test('an undone choice is removed after a day, once its texts are gone', async () => {
  const [ada] = await circle(3);
  await openAsk(ada);
  await choose(ada, 'Purple');
  expect(await texts(ada)).toHaveLength(4);
  /** The history after a sweep, when the second choice was undone so long ago. */
  const historyAfter = async (interval: string) => {
    await sql`update mood_choices set undone_at = now() - ${interval}::interval where uid = ${ada.uid} and mood = 'Purple'`;
    await forgetUndone(pool);
    const rows = await sql`select mood from mood_choices where uid = ${ada.uid} order by chosen_at`;
    return rows.map(({ mood }) => mood);
  };
  expect(await historyAfter('25 hours')).toEqual(['Dark', 'Purple']);
  await sql`delete from texts where author = ${ada.uid}`;
  expect(await historyAfter('23 hours')).toEqual(['Dark', 'Purple']);
  expect(await historyAfter('25 hours')).toEqual(['Dark']);
});

test('an ask that has ended by itself is written down as closed, and forgets what would have helped', async () => {
  const [ada] = await circle(3);
  const id = await openAsk(ada);
  await ada.patch(`/api/asks/${id}`, { help: 'know', note: 'a bad night' });
  await server.advance('72 hours');
  expect((await asks(ada)).mine).toMatchObject({ help: null, note: null, closed: { how: 'expired' } });
  await closeAllOverdue(pool);
  const rows = await sql`select help, note, closed_how from asks where id = ${id}`;
  expect(rows).toEqual([{ help: null, note: null, closed_how: 'expired' }]);
});
