import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { INDEX_PLANS } from '#server/database/chat-connection.ts';
import { Causes } from '#tests/support/database/insert-causes.ts';
import { createOutboxFixture } from '#tests/support/servers/outbox.ts';
import { passOnTexts } from './pass-on-texts.ts';

const { pool } = await createOutboxFixture();
const causes = new Causes(pool);

test('with 500 friends a text is passed on in three statements, which read by index', async () => {
  await pool.query(
    `insert into users (id, name, firstname, lastname, email, phonenumber)
     select gen_random_uuid(), '', 'Stranger', n::text, n || '@example.com', '+1415' || (5560000 + n) from generate_series(1, 2000) n`,
  );
  const { ada, friends } = await causes.circle(500);
  const { rows } = await pool.query('select phonenumber from users where id = $1', [friends[0]]);
  const other = await causes.person({ phone: rows[0].phonenumber });
  await causes.connect(ada, other);
  await causes.call(ada);
  await pool.query('update text_causes set ids = $1', [friends]);
  await pool.query('analyze');
  const { rows: choices } = await pool.query('select id from mood_choices where uid = $1', [ada]);
  const choice: string = choices[0].id;
  const id = `${choice.slice(0, 28)}00000001`;
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  const text = { id, cause: 'mood', recipient: friends[0]!, author: ada, choice } as const;
  expect(await passOnTexts(pool, [text])).toEqual(new Map([[id, other]]));
  const statements = queries.mock.calls.map(([query]) => (query as unknown as { text: string }).text).filter(Boolean);
  queries.mockRestore();
  expect(statements).toHaveLength(3);
  const { rows: stored } = await pool.query('select ids from text_causes');
  expect(stored[0].ids).toEqual([other, ...friends.slice(1)]);
  const db = await pool.connect();
  for (const setting of INDEX_PLANS) await db.query(`set ${setting}`);
  for (const statement of statements) {
    const { rows: lines } = await db.query(`explain (generic_plan) ${statement}`);
    const plan = lines.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).not.toMatch(/Seq Scan on (users|texts|connections|mood_choices|asks)/);
  }
  db.release();
});
