import { afterAll, expect, test, vi } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { asking } from '#tests/support/asks/asking.ts';
import { openEndpoint } from '#tests/support/servers/endpoint.ts';
import { startOtherNode } from '#tests/support/servers/other-node.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const endpoint = await openEndpoint();
afterAll(() => endpoint.close());
const server = await startTestServer({ generalMessageUrl: endpoint.address, undoSeconds: 60 });
const { pool } = server.database;
const { circle, choose, asks, open, openAsk, texts } = asking(server);

const setPhone = (uid: string, typed: string, e164: string | null = null) =>
  pool.query('update users set phonenumber = $2, phone_e164 = $3 where id = $1', [uid, typed, e164]);
const report = async (who: Parameters<typeof asks>[0]) => (await asks(who)).mine!.report;

test('while texts are held, the report says how many friends will be texted, and after they have left how many were', async () => {
  const [ada, ...friends] = await circle(9);
  const [, , both, shared, typed, none, premium, stopped] = friends;
  await setPhone(both!.uid, '+14155550142', '+14155550142');
  await setPhone(shared!.uid, '(415) 555-0142', '+14155550142');
  // The same phone, written in a way that was not understood at the sign-up.
  await setPhone(typed!.uid, '1 (415) 555 01 42');
  await setPhone(none!.uid, '');
  await setPhone(premium!.uid, '+19005550123', '+19005550123');
  await setPhone(stopped!.uid, '+14155550143', '+14155550143');
  await pool.query(`insert into text_stops (phone, stopped, said_at) values ('+14155550143', true, now())`);
  await choose(ada, 'Dark');
  const held = await report(ada);
  expect(held).toEqual({ asked: 8, handed: 0, arrived: 0, lost: [], trying: 3, appOnly: 5, seen: 0 });
  await open();
  expect((await texts(ada)).filter(({ status }) => status === 'sent')).toHaveLength(3);
  expect(await report(ada)).toEqual({ asked: 8, handed: 3, arrived: 0, lost: [], trying: 0, appOnly: 5, seen: 0 });
});

test('a phone that asked and not asked friends share is texted for the one who is asked', async () => {
  const [ada, grace, sam] = await circle(3);
  for (const { uid } of [grace, sam]) await setPhone(uid, '+14155550144', '+14155550144');
  await choose(ada, 'Dark');
  const { id } = (await asks(ada)).mine!;
  expect(await report(ada)).toMatchObject({ asked: 2, trying: 1, appOnly: 1 });
  await ada.patch(`/api/asks/${id}`, { chosen: [sam.uid] });
  expect(await report(ada)).toMatchObject({ asked: 1, trying: 1, appOnly: 0 });
  await open();
  expect(await texts(ada)).toMatchObject([{ recipient: sam.uid, status: 'sent' }]);
});

test('each friend counts once: handed, trying, lost or in the app only', async () => {
  const [ada, grace, sam, mei, alan] = await circle(6);
  await openAsk(ada);
  await texts(ada);
  const state = (uid: string, status: string, delivery: string | null = null) =>
    pool.query('update texts set status = $2, delivery = $3 where author = $4 and recipient = $1', [
      uid,
      status,
      delivery,
      ada.uid,
    ]);
  await state(grace.uid, 'sent', 'delivered');
  await state(sam.uid, 'sent', 'undelivered');
  await state(mei!.uid, 'failed');
  await state(alan!.uid, 'cancelled');
  const { lost, ...counts } = await report(ada);
  expect(counts).toEqual({ asked: 5, handed: 2, arrived: 1, trying: 0, appOnly: 1, seen: 0 });
  expect(lost.map(({ uid }) => uid).sort()).toEqual([sam.uid, mei!.uid].sort());
  // While a further call is held, a friend who got a text of the former one does not count as without a text.
  await choose(ada, 'Dark');
  expect(await report(ada)).toMatchObject({ asked: 5, handed: 2, trying: 1, appOnly: 0 });
});

test('while a gateway is out, its texts are tried', async () => {
  const [ada] = await circle(4);
  const { answer } = endpoint;
  endpoint.answer = (response) => response.writeHead(503).end();
  await openAsk(ada);
  await server.settled();
  expect(await report(ada)).toMatchObject({ asked: 3, trying: 3, appOnly: 0 });
  endpoint.answer = answer;
  await pool.query(`update texts set next_attempt_at = now() where status = 'queued'`);
  await texts(ada);
  await server.settled();
  expect(await report(ada)).toMatchObject({ asked: 3, handed: 3, trying: 0 });
});

test('without a gateway everybody is reached in the app only, before and after the ask opens', async () => {
  const [ada] = await circle(3);
  const node = await startOtherNode(server, { generalMessageUrl: undefined });
  try {
    await choose(ada, 'Dark');
    const mine = async () => (await node.as(ada).get('/api/asks')).body.mine.report;
    expect(await mine()).toMatchObject({ asked: 2, trying: 0, handed: 0, appOnly: 2 });
    await pool.query('delete from text_causes');
    await pool.query(
      `insert into texts (id, recipient, author, cause_id, kind, cause, status, last_error)
       select (left(m.id::text, 28) || '00000001')::uuid, c.other, c.owner, m.id, 'general', 'mood', 'recorded', 'no gateway'
       from mood_choices m join connections c on c.owner = m.uid where m.uid = $1 limit 1`,
      [ada.uid],
    );
    await open();
    expect(await mine()).toMatchObject({ asked: 2, trying: 0, handed: 0, appOnly: 2 });
  } finally {
    await node.stop();
  }
});

test('asks are read in a fixed number of statements, with 2 friends and with 500', async () => {
  const { context } = server.moodring;
  const read: string[][] = [];
  for (const size of [3, 501]) {
    const [ada, ...friends] = (await server.insertMembers(size)) as [Member, Member, ...Member[]];
    await pool.query(
      `insert into connections (owner, other, connected_at)
       select least(a, b), greatest(a, b), now() - interval '1 day' from unnest($2::uuid[]) a, (values ($1::uuid)) as one (b)
       union all select greatest(a, b), least(a, b), now() - interval '1 day' from unnest($2::uuid[]) a, (values ($1::uuid)) as one (b)`,
      [ada.uid, friends.map(({ uid }) => uid)],
    );
    const grace = friends[0]!;
    const browser = await ada.listen();
    await choose(ada, 'Dark');
    // The frame is made by the same statements.
    await browser.next('own-ask');
    browser.terminate();
    const query = vi.spyOn(context.pool, 'query');
    for (const who of [ada, grace]) await asks(who);
    const names = query.mock.calls.map(([statement]) => (statement as unknown as { name?: string }).name ?? '');
    query.mockRestore();
    read.push(names.filter((name) => /^(own-ask|friends-asks|friends-to-text|withheld-texts)$/.test(name)).sort());
    // Others run in the background; none runs once a friend.
    expect(names.length).toBeLessThan(40);
  }
  // For both the own ask and those of friends, and for Ada who will be texted.
  const fixed = ['friends-asks', 'friends-asks', 'friends-to-text', 'own-ask', 'own-ask', 'withheld-texts'];
  expect(read).toEqual([fixed, fixed]);
}, 30_000);
