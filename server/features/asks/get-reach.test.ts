import { expect, test } from 'vitest';
import type { Reach } from '#contract/asks.ts';
import type { Member } from '#fixtures/client.ts';
import { startAskServer } from '#tests/support/asks/ask-server.ts';
import { setPhone } from '#tests/support/people/set-phone.ts';
import { startOtherNode } from '#tests/support/servers/other-node.ts';

const askServer = await startAskServer();
const { server, pool, circle, choose, asks, texts, hide } = askServer;

/** What the answer says of a person who asks everybody. */
const EVERYBODY = { only: null, isSetting: true, chosenAreGone: false };
const reach = async (who: Pick<Member, 'get'>) => (await who.get('/api/asks/reach')).body as Reach;
const asksThese = (who: Member, friends: Member[]) =>
  who.patch(`/api/users/${who.uid}/settings`, { asksThese: friends.map(({ uid }) => uid) });

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
  const [ada, ...friends] = await circle(ODD_NUMBERS.length + 1);
  for (const [place, { uid }] of friends.entries()) await setPhone(pool, uid, ODD_NUMBERS[place]!.typed);
  const texted = ODD_NUMBERS.filter(({ isTexted }) => isTexted).length;
  const before = { friends: ODD_NUMBERS.length, texts: texted, ...EVERYBODY };
  expect(await reach(ada)).toEqual(before);
  expect(await choose(ada, 'Dark')).toMatchObject({ friends: ODD_NUMBERS.length, texts: texted });
  expect((await texts(ada)).map(({ status }) => status)).toEqual(Array.from({ length: texted }, () => 'sent'));

  const [eve, grace, sam] = await circle(3);
  await setPhone(pool, sam.uid, '');
  await asksThese(eve, [grace, sam]);
  const only = ['Friend', 'Friend'];
  expect(await reach(eve)).toEqual({ ...EVERYBODY, friends: 2, texts: 1, only });
  expect(await reach(await server.signUp())).toEqual({ ...EVERYBODY, friends: 0, texts: 0 });
});

test('a phone from which STOP was texted counts: what is shown before sending tells nothing of it', async () => {
  const [ada, grace] = await circle(3);
  const before = await reach(ada);
  await pool.query(`insert into text_stops (phone, stopped, said_at) values ($1, true, now())`, [grace.phonenumber]);
  expect(await reach(ada)).toEqual(before);
  expect(before).toMatchObject({ friends: 2, texts: 2 });
  await pool.query('delete from text_stops');
});

test('where numbers have to be confirmed, only confirmed ones count', async () => {
  const [ada, grace] = await circle(3);
  const node = await startOtherNode(server, { phoneProof: 'required' });
  try {
    await pool.query('update users set phone_proven_at = null');
    expect(await reach(node.as(ada))).toEqual({ friends: 2, texts: 0, ...EVERYBODY });
    await pool.query('update users set phone_proven_at = now() where id = $1', [grace.uid]);
    expect(await reach(node.as(ada))).toEqual({ friends: 2, texts: 1, ...EVERYBODY });
  } finally {
    await node.stop();
  }
});

test('before sharing counts whom the choice then asks: none from whom the mood is hidden, and as chosen', async () => {
  const [ada, grace, sam, mei] = await circle(4);
  server.holdCalls(60);
  const agrees = async ({ friends, texts: counted, ...before }: Reach) => {
    expect(await reach(ada)).toEqual({ friends, texts: counted, ...before });
    const said = await choose(ada, 'Dark');
    const mine = (await asks(ada)).mine!;
    expect(said.ask).toEqual({ id: mine.id, opensAt: mine.opensAt, textsAt: mine.textsAt });
    expect(mine.textsAt).toBeGreaterThan(mine.calledAt);
    expect(said).toMatchObject({ friends, texts: counted });
    expect(mine.report).toMatchObject({ asked: friends, trying: counted });
  };

  await hide(ada, sam);
  await agrees({ friends: 2, texts: 2, ...EVERYBODY });
  // For this ask alone, so a second choice asks the same friends.
  const { id } = (await asks(ada)).mine!;
  await ada.patch(`/api/asks/${id}`, { chosen: [grace.uid] });
  await agrees({ friends: 1, texts: 1, only: [grace.firstname], isSetting: false, chosenAreGone: false });
  for (const _ of [1, 2]) await ada.post(`/api/asks/${id}/undo`);
  expect((await asks(ada)).mine).toBeNull();

  // When no chosen friend is left, the whole circle is asked, and the answer says so.
  await asksThese(ada, [mei!]);
  await agrees({ friends: 1, texts: 1, ...EVERYBODY, only: [mei!.firstname] });
  await ada.post(`/api/asks/${(await asks(ada)).mine!.id}/undo`);
  await ada.delete(`/api/users/${ada.uid}/connections/${mei!.uid}?block=false`);
  await agrees({ friends: 1, texts: 1, ...EVERYBODY, chosenAreGone: true });
  await hide(ada, sam, false);
  await agrees({ friends: 2, texts: 2, only: null, isSetting: false, chosenAreGone: true });
});
