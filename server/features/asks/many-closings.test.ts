import { expect, test } from 'vitest';
import { asking } from '#tests/support/asks/asking.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const server = await startTestServer();
const { pool } = server.database;
const { circle, openAsk, asks } = asking(server);
const CLOSED = 500;

test('a person who closes hundreds of asks within a day has one such card at each friend', async () => {
  const [ada, sam] = await circle(3);
  await pool.query(
    `insert into asks (uid, level, asked_at, called_at, opens_at, closed_at, closed_how, thanks)
     select $1, 'Dark', at, at, at, at + interval '1 second', 'ok', '{}'
     from generate_series(1, $2::int) n, lateral (select now() - n * interval '1 minute' as at) t`,
    [ada.uid, CLOSED],
  );
  const { rows } = await pool.query('select id, closed_at from asks where uid = $1 order by closed_at desc limit 1', [
    ada.uid,
  ]);
  const closed = { id: rows[0].id, closed: { at: rows[0].closed_at.getTime() } };
  expect((await asks(ada)).mine).toMatchObject({ id: closed.id, report: { asked: 2 } });
  expect((await asks(sam)).friends).toMatchObject([closed]);
  const id = await openAsk(ada);
  expect((await asks(sam)).friends).toMatchObject([{ id, closed: null }, closed]);
});
