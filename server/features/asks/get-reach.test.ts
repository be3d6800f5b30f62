import pg from 'pg';
import { afterAll, expect, test, vi } from 'vitest';
import type { Reach } from '#contract/asks.ts';
import { toE164 } from '#server/phone-numbers/parse-number.ts';
import { asking } from '#tests/support/asks/asking.ts';
import { readTexts } from '#tests/support/database/read-texts.ts';
import { openEndpoint } from '#tests/support/servers/endpoint.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { getReach } from './get-reach.ts';

const endpoint = await openEndpoint();
afterAll(() => endpoint.close());
const server = await startTestServer({ generalMessageUrl: endpoint.address });
const without = await startTestServer();
const proving = await startTestServer({ generalMessageUrl: endpoint.address, phoneProof: 'required' });
const held = await startTestServer({ generalMessageUrl: endpoint.address, undoSeconds: 60 });

/** What the answer says of a person who asks everybody. */
const EVERYBODY = { only: null, isSetting: true, chosenAreGone: false };

async function circleOn({ signUp }: typeof server) {
  const ada = await signUp();
  const phones = ['+14155550101', '(415) 555-0102', '+14155550101', ''];
  const friends = [];
  for (const phonenumber of phones) {
    const friend = await signUp({ firstname: 'Friend', phonenumber });
    await ada.connect(friend);
    friends.push(friend);
  }
  return { ada, friends };
}

test('before sharing, the friends who are asked are counted, and each phone once', async () => {
  const { ada, friends } = await circleOn(server);
  expect((await ada.get('/api/asks/reach')).body).toEqual({ friends: 4, texts: 2, ...EVERYBODY });
  const some = [friends[0]!.uid, friends[3]!.uid];
  await server.database.pool.query('update users set asks_these = $2 where id = $1', [ada.uid, some]);
  const narrowed = { ...EVERYBODY, only: ['Friend', 'Friend'] };
  expect((await ada.get('/api/asks/reach')).body).toEqual({ friends: 2, texts: 1, ...narrowed });
  const lonely = await server.signUp();
  expect((await lonely.get('/api/asks/reach')).body).toEqual({ friends: 0, texts: 0, ...EVERYBODY });
});

/** Numbers as people type them, and which of them are phones that get a text. */
const ODD_NUMBERS = [
  { typed: '+1 415 555 0161', isTexted: true },
  // The same phone, written otherwise and with a digit more.
  { typed: '(415) 555-0161', isTexted: false },
  { typed: '+1 415 555 0161 7', isTexted: false },
  { typed: '+44 20 7946 0018', isTexted: true },
  { typed: '555-0164', isTexted: true },
  { typed: '911', isTexted: false },
  { typed: '0000911', isTexted: false },
  { typed: '12345', isTexted: false },
  { typed: '+1 900 555 0123', isTexted: false },
  { typed: '+44 909 879 0000', isTexted: false },
  { typed: '+870 773 123 456', isTexted: false },
  { typed: 'ask me', isTexted: false },
  { typed: '+999 1234 5678', isTexted: false },
  { typed: '', isTexted: false },
];

test('before sharing counts exactly the phones that are then texted, of every odd kind of number', async () => {
  const people = await server.insertMembers(ODD_NUMBERS.length + 1);
  const ada = people.pop()!;
  const uids = people.map(({ uid }) => uid);
  // As a sign-up stores them.
  await server.database.pool.query(
    `update users set phonenumber = typed, phone_e164 = e164
     from unnest($1::uuid[], $2::text[], $3::text[]) as given (uid, typed, e164) where id = uid`,
    [uids, ODD_NUMBERS.map(({ typed }) => typed), ODD_NUMBERS.map(({ typed }) => toE164(typed, 'US'))],
  );
  await server.database.pool.query(
    `insert into connections (owner, other) select a, b from (values ($1::uuid)) o (a), unnest($2::uuid[]) b
     union all select b, a from (values ($1::uuid)) o (a), unnest($2::uuid[]) b`,
    [ada.uid, uids],
  );
  const texted = ODD_NUMBERS.filter(({ isTexted }) => isTexted).length;
  expect((await ada.get('/api/asks/reach')).body).toEqual({ friends: ODD_NUMBERS.length, texts: texted, ...EVERYBODY });

  await ada.choose('Dark');
  const calls = async () =>
    (await readTexts(server.database.pool, server.origin)).filter(
      ({ author, cause }) => author === ada.uid && cause === 'mood',
    );
  await server.settled();
  expect((await calls()).filter(({ status }) => status === 'sent')).toHaveLength(texted);
  expect((await calls()).map(({ status }) => status).filter((status) => status !== 'cancelled')).toHaveLength(texted);
});

test('a phone from which STOP was texted counts: what is shown before sending tells nothing of it', async () => {
  const ada = await server.signUp();
  const [grace, sam] = [
    await server.signUp({ phonenumber: '+14155550191' }),
    await server.signUp({ phonenumber: '+14155550192' }),
  ];
  for (const friend of [grace, sam]) await ada.connect(friend);
  const reach = async () => (await ada.get('/api/asks/reach')).body;
  const before = await reach();
  await server.database.pool.query(`insert into text_stops (phone, stopped, said_at) values ($1, true, now())`, [
    grace.phonenumber,
  ]);
  expect(await reach()).toEqual(before);
  expect(before).toMatchObject({ friends: 2, texts: 2 });
});

test('where numbers have to be confirmed, only confirmed ones count', async () => {
  const ada = await proving.signUp();
  const friends = [];
  for (const phonenumber of ['+14155550171', '+14155550172']) {
    friends.push(await proving.signUp({ phonenumber }));
    await ada.connect(friends.at(-1)!);
  }
  expect((await ada.get('/api/asks/reach')).body).toEqual({ friends: 2, texts: 0, ...EVERYBODY });
  await proving.database.pool.query('update users set phone_proven_at = now() where id = $1', [friends[0]!.uid]);
  expect((await ada.get('/api/asks/reach')).body).toEqual({ friends: 2, texts: 1, ...EVERYBODY });
});

test('a circle of 500 friends is counted with one statement', async () => {
  const [ada, ...others] = await server.insertMembers(501);
  await server.database.pool.query('insert into connections (owner, other) select $1, unnest($2::uuid[])', [
    ada!.uid,
    others.map(({ uid }) => uid),
  ]);
  const { context } = server.moodring;
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  try {
    expect(await getReach(context, ada!.uid)).toEqual({ friends: 500, texts: 500, ...EVERYBODY });
    const names = queries.mock.calls.map(([query]) => (query as unknown as { name?: string }).name);
    // Others work on the same server.
    expect(names.filter((name) => /^(reach|text-stops)$/.test(name ?? ''))).toEqual(['reach']);
  } finally {
    queries.mockRestore();
  }
});

test('without a gateway nobody is texted', async () => {
  const { ada } = await circleOn(without);
  expect((await ada.get('/api/asks/reach')).body).toEqual({ friends: 4, texts: 0, ...EVERYBODY });
});

test('before sharing counts whom the choice then asks: none from whom the mood is hidden, and as chosen', async () => {
  const { circle, choose, asks } = asking(held);
  const [ada, grace, sam, mei] = await circle(4);
  const reach = async () => (await ada.get('/api/asks/reach')).body as Reach;
  const settings = (asksThese: string[]) => ada.patch(`/api/users/${ada.uid}/settings`, { asksThese });
  const asked = async () => {
    const { friends, texts, ask } = await choose(ada, 'Dark');
    const { mine } = await asks(ada);
    expect(ask).toEqual({ id: mine!.id, opensAt: mine!.opensAt, textsAt: mine!.textsAt });
    expect(mine!.textsAt).toBeGreaterThan(mine!.calledAt);
    return { said: { friends, texts }, report: { friends: mine!.report.asked, texts: mine!.report.trying } };
  };
  const agrees = async ({ friends, texts, ...before }: Reach) => {
    expect(await reach()).toEqual({ friends, texts, ...before });
    expect(await asked()).toEqual({ said: { friends, texts }, report: { friends, texts } });
  };

  await ada.patch(`/api/users/${ada.uid}/connections/${sam.uid}/controls`, { hidesMood: true });
  await agrees({ friends: 2, texts: 2, ...EVERYBODY });
  // For this ask alone, so a second choice asks the same friends.
  const { id } = (await asks(ada)).mine!;
  await ada.patch(`/api/asks/${id}`, { chosen: [grace.uid] });
  await agrees({ friends: 1, texts: 1, only: [grace.firstname], isSetting: false, chosenAreGone: false });
  await ada.post(`/api/asks/${id}/undo`);
  await ada.post(`/api/asks/${id}/undo`);
  expect((await asks(ada)).mine).toBeNull();

  // When no chosen friend is left, the whole circle is asked, and the answer says so.
  await settings([mei!.uid]);
  await agrees({ friends: 1, texts: 1, ...EVERYBODY, only: [mei!.firstname] });
  await ada.post(`/api/asks/${(await asks(ada)).mine!.id}/undo`);
  await held.database.pool.query('delete from connections where $1 in (owner, other)', [mei!.uid]);
  await agrees({ friends: 1, texts: 1, ...EVERYBODY, chosenAreGone: true });
  await ada.patch(`/api/users/${ada.uid}/connections/${sam.uid}/controls`, { hidesMood: false });
  await agrees({ friends: 2, texts: 2, ...EVERYBODY, isSetting: false });
});
