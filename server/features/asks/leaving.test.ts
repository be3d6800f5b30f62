import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { startAskServer } from '#tests/support/asks/ask-server.ts';
import { countLockWaits } from '#tests/support/database/count-lock-waits.ts';
import { holdTransaction } from '#tests/support/database/hold-transaction.ts';
import { status } from '#tests/support/servers/endpoint.ts';

const askServer = await startAskServer({ undoSeconds: 60 });
const { server, pool, endpoint, choose, asks, open, texts, answer, close, hide, codeTo, look, sql } = askServer;

const [GRACES, SAMS] = ['+14155550101', '+14155550102'];
let ada: Member;
let grace: Member;
let sam: Member;
beforeEach(async () => {
  ada = await server.signUp({ firstname: 'Ada' });
  grace = await server.signUp({ firstname: 'Grace', phonenumber: GRACES });
  sam = await server.signUp({ firstname: 'Sam', phonenumber: SAMS });
  for (const friend of [grace, sam]) await ada.connect(friend);
  await texts(ada);
  endpoint.received.length = 0;
});

const leave = async (who: Member) => expect((await who.leave()).status).toBe(200);
const numbers = () => endpoint.received.map(({ body }) => body.phoneNumber);

test('the asker leaves in the hold: the texts still go to those who are asked, nothing else of the ask stays', async () => {
  await ada.set({ asksThese: [grace.uid] });
  await choose(ada, 'Dark');
  await leave(ada);
  await open();
  await server.settled();
  expect(numbers()).toEqual([GRACES]);
  expect(endpoint.received[0]!.body.message).toMatch(/^Your friend Ada Lovelace can really use some support/);
  await sql`update departures set look_again_at = now()`;
  await server.settled();
  expect(await server.findPersonalData(ada.uid)).toEqual([]);
});

test('the asker leaves: cards go, and links in texts have run out', async () => {
  await choose(ada, 'Dark');
  await open();
  await texts(ada);
  const codes = [grace, sam].map(codeTo);
  await answer(grace, (await asks(ada)).mine!.id, 'yes');
  await leave(ada);
  expect((await asks(grace)).friends).toEqual([]);
  for (const code of codes) expect((await look(code)).status).toBe(404);
  expect((await sql`select from ask_recipients where friend = ${grace.uid}`).length).toBe(0);
});

test('a friend leaves: their answer and every list that names them go', async () => {
  await ada.set({ asksThese: [grace.uid] });
  await choose(ada, 'Purple');
  await open();
  const { id } = (await asks(ada)).mine!;
  await answer(grace, id, 'yes');
  await close(ada, id, { tell: true, thank: [grace.uid] });
  await leave(grace);
  expect((await asks(ada)).mine!.answers).toEqual([]);
  await server.settled();
  expect(await server.findPersonalData(grace.uid)).toEqual([]);
  const rows =
    await sql`select u.asks_these, a.chosen, a.thanks from users u join asks a on a.uid = u.id where u.id = ${ada.uid}`;
  expect(rows).toEqual([{ asks_these: [], chosen: [], thanks: [] }]);
});

test('an undo racing the asker’s leaving ends in one of the two, never in a text without a cause', async () => {
  await choose(ada, 'Dark');
  const { id } = (await asks(ada)).mine!;
  const [undone] = await Promise.all([ada.post(`/api/asks/${id}/undo`), leave(ada)]);
  expect([200, 401, 404]).toContain(undone.status);
  await open();
  await server.settled();
  expect(numbers()).toHaveLength(undone.status === 200 ? 0 : 2);
});

describe('the asker leaves while texts wait for another try', () => {
  async function failOnce(): Promise<void> {
    endpoint.answer = status(503);
    await choose(ada, 'Dark');
    await open();
    expect((await texts(ada)).filter((text) => text.status === 'queued')).toHaveLength(2);
    await sql`update texts set next_attempt_at = now() + interval '5 minutes' where status = 'queued'`;
  }

  async function tryAgain(): Promise<void> {
    endpoint.received.length = 0;
    endpoint.answer = status(202);
    await sql`update texts set next_attempt_at = now() where status = 'queued'`;
    await texts(ada);
  }

  test.each([
    ['has muted them', () => sam.control(ada, { mute: 'always' })],
    ['does not see their mood', () => hide(ada, sam)],
  ])('a friend who %s gets none, the others get theirs, and a message’s text goes to none', async (_, withdraw) => {
    await failOnce();
    await ada.say(grace);
    expect((await withdraw()).status).toBe(200);
    await leave(ada);
    await tryAgain();
    expect(numbers()).toEqual([GRACES]);
  });

  test('another account with the phone of a friend who has muted them gets it', async () => {
    const mei = await server.signUp({ firstname: 'Mei', phonenumber: SAMS });
    await ada.connect(mei);
    await texts(ada);
    await failOnce();
    await sam.control(ada, { mute: 'always' });
    await leave(ada);
    // The purge waits for the texts, and looks again later.
    await server.settled();
    await tryAgain();
    expect(numbers().sort()).toEqual([GRACES, SAMS]);
    const rows =
      await sql`select from texts where author = ${ada.uid} and recipient = ${mei.uid} and cause = 'mood' and status = 'sent'`;
    expect(rows).toHaveLength(1);
  });
});

test.each<[string, () => Promise<unknown>]>([
  ['leaves', () => leave(grace)],
  ['removes the person', () => grace.remove(ada, true)],
])('in the hold the only friend who was chosen %s: everybody is asked, and the person reads so', async (_, goes) => {
  await choose(ada, 'Dark');
  const { id } = (await asks(ada)).mine!;
  expect((await ada.patch(`/api/asks/${id}`, { chosen: [grace.uid] })).status).toBe(200);
  await goes();
  expect((await asks(ada)).mine).toMatchObject({ chosen: null, report: { asked: 1, trying: 1 } });
  await open();
  await server.settled();
  expect(numbers()).toEqual([SAMS]);
  expect((await asks(sam)).friends).toMatchObject([{ id }]);
});

describe('while a person with very much leaves', () => {
  // The calls are refused when the lock is held for two seconds.
  const lockWaits = (count: number) =>
    vi.waitFor(async () => expect(await countLockWaits(pool)).toBe(count), { interval: 10 });

  test.each(['ada', 'grace'])('the closed asks go first, and the account is not locked meanwhile: %s', async (who) => {
    await choose(ada, 'Dark');
    await open();
    await server.settled();
    const { id } = (await asks(ada)).mine!;
    await close(ada, id);
    const end = await holdTransaction(pool, 'select from ask_recipients where ask = $1 and friend = $2 for update', [
      id,
      grace.uid,
    ]);
    const leaver = who === 'ada' ? ada : grace;
    const leaving = leaver.leave();
    await lockWaits(1);
    const { rowCount } = await pool.query('select from users where id = $1 for key share skip locked', [leaver.uid]);
    expect(rowCount).toBe(1);
    await end();
    expect((await leaving).status).toBe(200);
    expect((await sql`select from ask_recipients where ask = ${id} and friend = ${grace.uid}`).length).toBe(0);
  });

  test.each<[string, (who: Member) => Promise<{ status: number }>, calls: number, atWork: number]>([
    ['choices', (who) => who.choose('Green'), 3, 1],
    ['reads', (who) => who.get(`/api/users/${who.uid}/invite`), 6, 3],
  ])('their own %s leave a place to others', async (_, call, calls, atWork) => {
    const [mallory, friend] = (await server.insertMembers(2)) as [Member, Member];
    const end = await holdTransaction(pool, 'select from users where id = $1 for update', [mallory.uid]);
    const waiting = Array.from({ length: calls }, () => call(mallory));
    await lockWaits(atWork);
    expect((await call(friend)).status).toBe(200);
    // One that looks for a deadlock at this moment does not count as waiting.
    expect(await countLockWaits(pool)).toBeLessThanOrEqual(atWork);
    await end();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 200));
  });
});

test('the purge of a chosen friend locks the person before the ask, as their choice does: no deadlock', async () => {
  await ada.set({ asksThese: [grace.uid, sam.uid] });
  await choose(ada, 'Dark');
  const { id } = (await asks(ada)).mine!;
  await ada.patch(`/api/asks/${id}`, { chosen: [grace.uid, sam.uid] });
  const end = await holdTransaction(pool, 'select from users where id = $1 for no key update', [ada.uid]);
  await leave(grace);
  await vi.waitFor(async () => expect(await countLockWaits(pool)).toBe(1));
  expect((await sql`select from asks where id = ${id} for update skip locked`).length).toBe(1);
  await end();
  await server.settled();
  const rows =
    await sql`select a.chosen, u.asks_these as "asksThese" from asks a join users u on u.id = a.uid where a.id = ${id}`;
  expect(rows).toEqual([{ chosen: [sam.uid], asksThese: [sam.uid] }]);
});
