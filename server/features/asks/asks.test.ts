import { expect, onTestFinished, test } from 'vitest';
import { startAskServer } from '#tests/support/asks/ask-server.ts';
import { startOtherNode } from '#tests/support/servers/other-node.ts';
import { getFriendsAsks } from './friends-asks.ts';

const { server, pool, endpoint, circle, choose, asks, open, openAsk, texts, sql } = await startAskServer({
  generalMessageUrl: undefined,
  undoSeconds: 60,
});

test('Green does not cancel what is held; after two hours the ask closes by itself, and the next call opens a new one', async () => {
  const [ada, grace] = await circle(3);
  await choose(ada, 'Dark');
  const { id } = (await asks(ada)).mine!;
  await choose(ada, 'Green');
  await open();
  expect((await asks(ada)).mine!.closed).toBeNull();
  expect((await asks(grace)).friends).toMatchObject([{ id }]);
  await server.advance('2 hours');
  expect((await asks(ada)).mine!.closed).toMatchObject({ how: 'quiet' });
  await choose(ada, 'Dark');
  expect((await asks(ada)).mine!.id).not.toBe(id);
});

test('thousands of old asks are not read for the list', async () => {
  const [ada, grace] = await circle(2);
  await sql`with a as (
       insert into asks (uid, level, asked_at, called_at, opens_at, closed_at, closed_how)
       select ${ada.uid}, 'Dark', t, t, t, t + interval '1 second', 'ok'
       from generate_series(1, 5000) n, lateral (select now() - n * interval '8 minutes') x (t) returning id, asked_at
     )
     insert into ask_recipients (id, ask, friend, asked_at) select id, id, ${grace.uid}, asked_at from a`;
  await sql`analyze asks; analyze ask_recipients`;
  const lines: string[] = [];
  const explaining = {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const { rows } = await pool.query(`explain analyze ${text}`, values);
      lines.push(...rows.map((row) => row['QUERY PLAN']));
      return { rows: [] };
    },
  };
  await getFriendsAsks(explaining as unknown as typeof pool, grace.uid);
  const read = lines.flatMap((line) => line.match(/(?<=rows=|Rows Removed by \w+: )\d+/g) ?? []).map(Number);
  expect(read.length).toBeGreaterThan(10);
  expect(Math.max(...read)).toBeLessThan(1_000);
});

test('20 choices at once open one ask', async () => {
  const [ada] = await circle(3);
  await Promise.all(Array.from({ length: 20 }, (_, n) => choose(ada, n % 2 ? 'Dark' : 'Purple')));
  const rows = await sql`select from asks where uid = ${ada.uid}`;
  expect(rows).toHaveLength(1);
});

test('an undo does not touch a mood that was chosen since', async () => {
  const [ada] = await circle(3);
  await choose(ada, 'Dark');
  const { id } = (await asks(ada)).mine!;
  await choose(ada, 'Yellow');
  expect((await ada.post(`/api/asks/${id}/undo`)).body.mood).toBe('Yellow');
  expect((await ada.get(`/api/users/${ada.uid}/info/mood`)).body.mood).toBe('Yellow');
});

test('without a gateway everybody is reached in the app only, and the words of an undo that comes too late speak of no texts', async () => {
  const [ada] = await circle(3);
  const inTheApp = { asked: 2, trying: 0, handed: 0, appOnly: 2 };
  expect((await ada.get('/api/asks/reach')).body).toMatchObject({ friends: 2 });
  expect(await choose(ada, 'Dark')).toMatchObject({ textsOn: false });
  expect((await asks(ada)).mine!.report).toMatchObject(inTheApp);
  await open();
  await texts(ada);
  const { id, report } = (await asks(ada)).mine!;
  expect(report).toMatchObject(inTheApp);
  expect(await ada.post(`/api/asks/${id}/undo`)).toMatchObject({
    status: 409,
    body: {
      error: { code: 'too_late', message: 'Your friends see it already. You can tell them that you’re OK.' },
    },
  });
});

test('a person who closes dozens of asks within a day has one such card at each friend', async () => {
  const [ada, sam] = await circle(3);
  await sql`with closed as (
       insert into asks (uid, level, asked_at, called_at, opens_at, closed_at, closed_how, thanks)
       select ${ada.uid}, 'Dark', at, at, at, at + interval '1 second', 'ok', '{}'
       from generate_series(1, 60) n, lateral (select now() - n * interval '1 minute' as at) t
       returning id
     )
     select sync_recipients(id) from closed`;
  const rows = await sql`select id, closed_at from asks where uid = ${ada.uid} order by closed_at desc limit 1`;
  const closed = { id: rows[0].id, closed: { at: rows[0].closed_at.getTime() } };
  expect((await asks(ada)).mine).toMatchObject({ id: closed.id, report: { asked: 2 } });
  expect((await asks(sam)).friends).toMatchObject([closed]);
  const id = await openAsk(ada);
  expect((await asks(sam)).friends).toMatchObject([{ id, closed: null }, closed]);
  // It is looked for among the last ten.
  const forgetLast = (count: number) =>
    sql`delete from ask_recipients where friend = ${sam.uid} and ask in (
         select id from asks where uid = ${ada.uid} and closed_at is not null order by called_at desc limit ${count}
       )`;
  await forgetLast(9);
  expect((await asks(sam)).friends).toHaveLength(2);
  await forgetLast(10);
  expect((await asks(sam)).friends).toMatchObject([{ id, closed: null }]);
});

test('the texts of a call begin with the oldest connections', async () => {
  const [ada, ...friends] = await circle(4);
  for (const order of [friends, [...friends].reverse()]) {
    const uids = order.map(({ uid }) => uid);
    const oldest = `now() - interval '30 days' + array_position($2::uuid[], owner) * interval '1 day'`;
    await pool.query(`update connections set connected_at = ${oldest} where other = $1`, [ada.uid, uids]);
    await openAsk(ada);
    await server.settled();
    const newest = 'select id from mood_choices where uid = $1 order by chosen_at desc limit 1';
    const texted = `select recipient from texts where cause_id = (${newest}) order by turn`;
    expect((await pool.query(texted, [ada.uid])).rows.map(({ recipient }) => recipient)).toEqual(uids);
  }
});

test('what is asked and written without a gateway is recorded, and not texted when a gateway is set later', async () => {
  const [ada, grace] = await circle(3);
  await openAsk(ada);
  await ada.say(grace);
  const byHand = { phoneNumber: '+14155550199', message: 'Hello' };
  expect((await ada.post('/api/texts/general', byHand)).status).toBe(202);
  expect(new Set((await texts(ada)).map(({ cause, status }) => [cause, status].join()))).toEqual(
    new Set(['mood,recorded', 'message,recorded', 'form,recorded']),
  );
  const node = await startOtherNode(server, { generalMessageUrl: endpoint.address });
  onTestFinished(node.stop);
  const later = { ...byHand, message: 'A later one' };
  expect((await node.as(ada).post('/api/texts/general', later)).status).toBe(202);
  await server.settled();
  expect(endpoint.received.map(({ body }) => body)).toEqual([later]);
});
