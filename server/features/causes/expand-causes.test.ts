import { expect, test, vi } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { startAskServer } from '#tests/support/asks/ask-server.ts';
import { holdTransaction } from '#tests/support/database/hold-transaction.ts';
import { setPhone } from '#tests/support/people/set-phone.ts';

const { server, pool, endpoint, circle, choose, asks, open, openAsk, texts, framesOf, sql } = await startAskServer({
  undoSeconds: 60,
});

/** The texts about hard times that the endpoint got, as numbers and words. */
const supportTexts = () =>
  endpoint.received.flatMap(({ body }): [phone: string, words: string][] =>
    body.message.includes('some support') ? [[body.phoneNumber, body.message]] : [],
  );

test.each(['+14152007986/4152007987', '+1415200798612345678', '+141520079861'])(
  'an older account with %s keeps no call from the friend whose number begins so',
  async (phone) => {
    const [ada, mei, grace] = await circle(3);
    await setPhone(pool, mei.uid, phone);
    await setPhone(pool, grace.uid, '+14152007986');
    await sql`update users set created_at = created_at - interval '1 year' where id = ${mei.uid}`;
    await openAsk(ada);
    await server.settled();
    expect(supportTexts().map(([number]) => number)).toEqual(['+14152007986']);
  },
);

test('a call whose texts cannot be made keeps no other waiting, and is tried again', async () => {
  server.expectError('The friends of a call could not be told yet');
  const [[ada], [grace]] = [await circle(2), await circle(2)];
  await pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
    create trigger refuse before insert on texts for each row when (new.author = '${ada.uid}') execute function refuse()`);
  for (const caller of [ada, grace]) await choose(caller, 'Dark');
  await open();
  expect([await texts(ada), await texts(grace)]).toMatchObject([[], [{ status: 'sent' }]]);
  await sql`drop trigger refuse on texts; drop function refuse`;
  await server.advance('5 seconds');
  expect(await texts(ada)).toMatchObject([{ status: 'sent' }]);
});

test('a call whose rows are locked, as by a friend who leaves, keeps no other waiting', async () => {
  const [[ada], [grace]] = [await circle(2), await circle(2)];
  for (const caller of [ada, grace]) await choose(caller, 'Dark');
  const letGo = await holdTransaction(
    pool,
    'select from users where id in (select other from connections where owner = $1) for update',
    [ada.uid],
  );
  await open();
  expect([await texts(ada), await texts(grace)]).toMatchObject([[], [{ status: 'sent' }]]);
  await letGo();
  await server.advance('5 seconds');
  expect(await texts(ada)).toMatchObject([{ status: 'sent' }]);
});

test('calls are told in the order in which they came, also when their number gets one digit more', async () => {
  const [ada] = await circle(2);
  await sql`select setval(pg_get_serial_sequence('causes', 'id'), 8)`;
  const [first, second] = [await choose(ada, 'Purple'), await choose(ada, 'Dark')];
  await open();
  await server.settled();
  const rows =
    await sql`select m.chosen_at from texts t join mood_choices m on m.id = t.cause_id where author = ${ada.uid} order by turn`;
  expect(rows.map((row) => row.chosen_at.getTime())).toEqual([first.chosenAt, second.chosenAt]);
});

test('payers take turns: the calls of ten new accounts of one network come beside another person’s call, not before it', async () => {
  const [ada, ...others] = (await server.insertMembers(51)) as [Member, ...Member[]];
  const [newcomers, friends] = [others.slice(0, 10), others.slice(10)].map((people) => people.map(({ uid }) => uid));
  await sql`update users set firstname = 'Ada' where id = ${ada.uid}`;
  await sql`update users set created_at = now(), sign_up_network = 'one' where id = any(${newcomers})`;
  for (const [callers, called] of [
    [newcomers, friends],
    [[ada.uid], friends!.slice(0, 3)],
  ])
    await sql`insert into connections (owner, other, connected_at)
      select owner, other, now() - interval '1 hour'
      from unnest(${callers}::uuid[]) a, unnest(${called}::uuid[]) b, lateral (values (a, b), (b, a)) as pair (owner, other)`;
  const browser = await others[10]!.listen();
  for (const caller of [...others.slice(0, 10), ada]) await choose(caller, 'Dark');
  const areMade = Promise.withResolvers<void>();
  endpoint.answer = async (response) => {
    await areMade.promise;
    response.writeHead(202).end();
  };
  const opened = open();
  await vi.waitFor(async () => expect(await sql`select from causes`).toEqual([]));
  areMade.resolve();
  await opened;
  const told = (await framesOf(browser)).flatMap((frame) => (frame.type === 'friend-ask' ? [frame.uid] : []));
  expect(told).toHaveLength(11);
  expect(told.indexOf(ada.uid)).toBeLessThan(8);
  const places = supportTexts().flatMap(([, words], place) => (words.includes('friend Ada') ? [place] : []));
  expect([supportTexts().length, places.length]).toEqual([403, 3]);
  // Without turns they come after the forty of the first call.
  expect(Math.max(...places)).toBeLessThan(35);
});

test('a held call goes to the numbers, and with the name, of the moment in which it is told', async () => {
  const [ada, grace, sam] = await circle(3);
  await choose(ada, 'Dark');
  for (const [who, change] of [
    [ada, { firstname: 'Augusta' }],
    [grace, { phonenumber: '+14155550002' }],
    [sam, { phonenumber: '' }],
  ] as const)
    expect((await who.post('/api/identity/update-user', change)).status).toBe(200);
  await open();
  await server.settled();
  expect(supportTexts()).toEqual([['+14155550002', expect.stringMatching(/^Your friend Augusta /)]]);
});

test('a call reaches no friend who connected after it, and those of before the clock was set back', async () => {
  const [ada, grace] = await circle(3);
  const [sam] = (await server.insertMembers(1)) as [Member];
  const connectedIn = (time: string, friend: Member) =>
    sql`update connections set connected_at = now() + ${time}::interval where owner = ${ada.uid} and other = ${friend.uid}`;
  await ada.connect(sam);
  await choose(ada, 'Dark');
  await connectedIn('1 hour', grace);
  // The hold has ended, and no friend has been told yet.
  await connectedIn('90 seconds', sam);
  await server.advance('2 minutes');
  expect((await asks(sam)).friends).toEqual([]);
  expect((await texts(ada)).map(({ recipient }) => recipient)).toContain(grace.uid);
  expect((await asks(ada)).mine!.report).toMatchObject({ asked: 2 });
});

test('nothing waits for an account that has gone before its call is told', async () => {
  const [ada] = await circle(2);
  await choose(ada, 'Dark');
  await sql`delete from users where id = ${ada.uid}`;
  await open();
  await server.settled();
  expect(await sql`select from causes`).toEqual([]);
});
