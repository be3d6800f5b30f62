import { expect, test, vi } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { CONNECTIONS } from '#server/database/connection-budget.ts';
import { startAskServer } from '#tests/support/asks/ask-server.ts';
import { countLockWaits } from '#tests/support/database/count-lock-waits.ts';
import { holdTransaction } from '#tests/support/database/hold-transaction.ts';
import { someSubscription } from '#tests/support/push/subscription.ts';

const askServer = await startAskServer({ generalMessageUrl: undefined });
const { server, pool, circle, choose, asks, openAsk, texts, answer, close, hide, framesOf } = askServer;

const seen = (friend: Member, id: string) => friend.post(`/api/asks/${id}/seen`);

test('a yes is on all devices of the person, by name', async () => {
  const [ada, grace] = await circle(3);
  const id = await openAsk(ada);
  const devices = [await ada.listen(), await ada.listen()];
  await answer(grace, id, 'yes');
  for (const device of devices) {
    const first = await device.next('own-ask-answer');
    const { ask } = await device.next('own-ask');
    expect([first.id, first.version, first.answer]).toEqual([id, ask!.version, ask!.answers[0]]);
    expect(ask!.answers).toMatchObject([{ uid: grace.uid, firstname: 'Friend', answer: 'yes' }]);
  }
});

test('to the person a look and a ‘can’t’ are the same: frames, answers and versions, in any order', async () => {
  const seenBy = async (acts: (friend: Member, id: string) => Promise<unknown>) => {
    const [ada, grace] = await circle(3);
    const id = await openAsk(ada);
    const browser = await ada.listen();
    await acts(grace, id);
    const plain = (value: unknown) => JSON.stringify(value).replaceAll(/[0-9a-f-]{36}|\d{13}/g, 'x');
    return [plain(await framesOf(browser)), plain((await asks(ada)).mine)];
  };
  const look = await seenBy(seen);
  expect(look[0]).toContain('"seen":1');
  expect(await seenBy((friend, id) => answer(friend, id, 'no'))).toEqual(look);
  expect(
    await seenBy(async (friend, id) => {
      await seen(friend, id);
      await answer(friend, id, 'no');
      await answer(friend, id, 'no');
      await seen(friend, id);
    }),
  ).toEqual(look);
});

test('looks, a ‘can’t’ and a ‘still’ bring another friend no frame', async () => {
  const [ada, grace, sam, mei] = await circle(4);
  const id = await openAsk(ada);
  const browser = await mei!.listen();
  await seen(grace, id);
  await answer(sam, id, 'no');
  await ada.post(`/api/asks/${id}/still`);
  await answer(sam, id, 'yes');
  expect(await framesOf(browser)).toMatchObject([{ type: 'friend-ask', onIt: 1 }]);
});

test('to an asked stranger of the friend who answers, no frame and no answer holds their name or uid, unless that friend shows it', async () => {
  const [ada, grace, sam] = await circle(3);
  await pool.query('delete from connections where owner = any($1) and other = any($1)', [[grace.uid, sam.uid]]);
  await pool.query(`update users set firstname = 'Graziella' where id = $1`, [grace.uid]);
  const id = await openAsk(ada);
  const browser = await sam.listen();
  for (const kind of ['later', 'yes']) await answer(grace, id, kind);
  const [card] = (await asks(sam)).friends;
  expect(card).toMatchObject({ onIt: 1, names: [] });
  await grace.post(`/api/asks/${id}/hand-over`);
  const heard = JSON.stringify([card, await framesOf(browser), await asks(sam)]);
  expect(heard).toContain(id);
  expect(heard).not.toContain(grace.uid);
  expect(heard).not.toContain('Graziella');
  await answer(grace, id, 'yes', { showName: true });
  expect((await asks(sam)).friends[0]).toMatchObject({ onIt: 1, names: ['Graziella'], showName: false });
  expect((await sam.block(grace)).status).toBe(200);
  expect((await asks(sam)).friends[0]).toMatchObject({ onIt: 1, names: [] });
});

test('whether the others may read a name stays as it was set, until it is set otherwise', async () => {
  const [ada, grace] = await circle(3);
  const id = await openAsk(ada);
  const showsName = async () => (await asks(grace)).friends[0]!.showName;
  expect(await showsName()).toBe(false);
  await answer(grace, id, 'yes', { showName: true });
  expect(await showsName()).toBe(true);
  for (const kind of ['later', 'no', 'yes']) await answer(grace, id, kind);
  expect(await showsName()).toBe(true);
  await answer(grace, id, 'yes', { showName: false });
  await answer(grace, id, 'yes');
  expect(await showsName()).toBe(false);
});

test('a look at an ask that has ended, or is hidden since, is no error and changes nothing; a stranger finds none', async () => {
  const [ada, grace, sam, mei] = await circle(4);
  const id = await openAsk(ada);
  await hide(ada, sam);
  const hidden = await seen(sam, id);
  await close(ada, id);
  const ended = await seen(grace, id);
  expect([ended.status, ended.body]).toEqual([200, { friends: [] }]);
  expect([hidden.status, hidden.body]).toEqual([ended.status, ended.body]);
  await ada.remove(mei!);
  for (const stranger of [mei!, await server.signUp()]) expect((await seen(stranger, id)).status).toBe(404);
  const looks = await pool.query('select from ask_recipients where ask = $1 and seen_at is not null', [id]);
  expect(looks.rows).toEqual([]);
});

test('the answer shows in the friend’s other tabs, a ‘can’t’ too', async () => {
  const [ada, grace] = await circle(3);
  const id = await openAsk(ada);
  const tab = await grace.listen();
  await answer(grace, id, 'no');
  expect(await tab.next('ask-answered')).toEqual({ type: 'ask-answered', id });
});

test('later is at most 24 hours ahead and never in the past', async () => {
  const [ada, grace] = await circle(3);
  const id = await openAsk(ada);
  const laterAt = async (at: number) => {
    expect((await answer(grace, id, 'later', { laterAt: at })).status).toBe(200);
    return (await asks(ada)).mine!.answers[0]!.laterAt!;
  };
  const inTwoHours = Date.now() + 2 * 3_600_000;
  expect(await laterAt(inTwoHours)).toBe(inTwoHours);
  expect(await laterAt(Date.now() + 100 * 3_600_000)).toBeLessThanOrEqual(Date.now() + 24 * 3_600_000 + 1_000);
  expect(await laterAt(0)).toBeGreaterThan(Date.now() - 60_000);
});

test('a hand-over ends the answer, and the cards come back to those who did not decline, without a text', async () => {
  const [ada, grace, sam, mei] = await circle(4);
  const id = await openAsk(ada);
  const before = await texts(ada);
  await answer(mei!, id, 'no');
  await answer(grace, id, 'yes');
  expect((await asks(sam)).friends).toMatchObject([{ onIt: 1, names: ['Friend'], handedOverAt: null }]);
  await server.settled();
  const [adas, sams] = [await ada.listen(), await sam.listen()];
  expect((await grace.post(`/api/asks/${id}/hand-over`)).status).toBe(200);
  const handedOver = { uid: grace.uid, handedOverAt: expect.any(Number) };
  expect((await adas.next('own-ask')).ask!.answers).toMatchObject([handedOver]);
  expect(await sams.next('friend-ask')).toMatchObject({ id, onIt: 0 });
  expect((await asks(sam)).friends).toMatchObject([{ onIt: 0, names: [], handedOverAt: expect.any(Number) }]);
  expect((await asks(mei!)).friends[0]!.handedOverAt).toBeNull();
  const own = { answer: null, answeredAt: expect.any(Number), handedOverAt: null };
  expect((await asks(grace)).friends[0]).toMatchObject(own);
  expect((await grace.post(`/api/asks/${id}/hand-over`)).status).toBe(404);
  await answer(sam, id, 'yes');
  expect((await asks(sam)).friends[0]!.handedOverAt).toBeNull();
  expect(await texts(ada)).toHaveLength(before.length);
});

test('that a friend was reached is kept for the answering friend alone, until the next answer', async () => {
  const [ada, grace, sam] = await circle(3);
  const id = await openAsk(ada);
  const reached = (friend: Member) => friend.post(`/api/asks/${id}/reached`);
  for (const kind of ['later', 'no']) {
    await answer(grace, id, kind);
    expect((await reached(grace)).status).toBe(404);
  }
  const [adas, sams, graces] = [await ada.listen(), await sam.listen(), await grace.listen()];
  await answer(grace, id, 'yes');
  expect((await framesOf(adas)).map(({ type }) => type)).toContain('own-ask');
  await Promise.all([framesOf(sams), framesOf(graces)]);
  const known = async () => [(await asks(ada)).mine, (await asks(sam)).friends];
  const before = await known();
  expect((await reached(grace)).body.friends).toMatchObject([{ id, answer: 'yes', hasReached: true }]);
  expect((await graces.next('ask-answered')).id).toBe(id);
  for (const browser of [adas, sams]) expect(await framesOf(browser)).toEqual([]);
  expect(await known()).toEqual(before);
  expect((await reached(sam)).status).toBe(404);
  await answer(grace, id, 'yes');
  expect((await asks(grace)).friends[0]!.hasReached).toBe(false);
  await grace.post(`/api/asks/${id}/hand-over`);
  expect((await reached(grace)).status).toBe(404);
});

test('a worsening comes up again for everybody, and answers of before keep their time; an easing is none', async () => {
  const [ada, grace, sam] = await circle(3);
  const id = await openAsk(ada, 'Purple');
  await answer(grace, id, 'yes');
  await answer(sam, id, 'no');
  await choose(ada, 'Dark');
  const mine = (await asks(ada)).mine!;
  expect(mine).toMatchObject({ id, level: 'Dark', worseAt: mine.calledAt });
  expect(mine.answers[0]!.answeredAt).toBeLessThan(mine.worseAt!);
  const [card] = (await asks(sam)).friends;
  expect(card).toMatchObject({ level: 'Dark', answer: 'no', worseAt: mine.worseAt });
  expect(card!.answeredAt).toBeLessThan(card!.worseAt!);
  await choose(ada, 'Purple');
  expect((await asks(ada)).mine).toMatchObject({ id, level: 'Purple', worseAt: mine.worseAt });
});

test('still texts and tells nobody, and keeps the ask for three more days; after them no card, and the mood stays', async () => {
  const [ada, grace] = await circle(3);
  const id = await openAsk(ada);
  const before = await texts(ada);
  await server.advance('25 hours');
  const browser = await grace.listen();
  expect((await ada.post(`/api/asks/${id}/still`)).status).toBe(200);
  expect(await framesOf(browser)).toEqual([]);
  expect(await texts(ada)).toHaveLength(before.length);
  await server.advance('71 hours');
  expect((await asks(grace)).friends).toHaveLength(1);
  await server.advance('1 hour');
  expect((await asks(grace)).friends).toEqual([]);
  expect((await asks(ada)).mine!.closed).toMatchObject({ how: 'expired' });
  expect((await grace.get(`/api/users/${ada.uid}/info/mood`)).body.mood).toBe('Dark');
  for (const call of ['still', 'again', 'close', 'undo']) {
    const { status, body } = await ada.post(`/api/asks/${id}/${call}`, call === 'close' ? { tell: true } : undefined);
    expect([call, status, body.error.code]).toEqual([call, 409, call === 'undo' ? 'too_late' : 'ask_closed']);
  }
  expect((await answer(grace, id, 'yes')).body.error.code).toBe('ask_closed');
});

test('what was told at the closing is shown for a day, with thanks to those who answered, without what would have helped', async () => {
  const [ada, grace, sam] = await circle(3);
  const id = await openAsk(ada);
  await ada.patch(`/api/asks/${id}`, { help: 'call', note: 'bad night' });
  await answer(grace, id, 'yes');
  await close(ada, id, { tell: true, thank: [grace.uid, sam.uid] });
  const shown = async () => [(await asks(ada)).mine, ...(await asks(grace)).friends, ...(await asks(sam)).friends];
  expect(await shown()).toMatchObject([
    { id, help: null, note: null },
    { id, help: null, note: null, closed: { thanked: true } },
    { id, help: null, note: null, closed: { thanked: false } },
  ]);
  await server.advance('24 hours');
  expect(await shown()).toEqual([null]);
});

test('calls of one person that wait for each other delay neither an answer nor a call for support', async () => {
  const [ada, grace] = await circle(3);
  const id = await openAsk(ada);
  const [mallory] = await server.insertMembers(1);
  const subscription = someSubscription();
  const renew = () => mallory!.put(`/api/users/${mallory!.uid}/push`, subscription);
  await renew();
  const end = await holdTransaction(pool, 'select from users where id = $1 for update', [mallory!.uid]);
  // As many as there are connections for most of the work.
  const waiting = Array.from({ length: 2 * CONNECTIONS.main.max }, (_, n) =>
    n % 2 ? renew() : mallory!.patch(`/api/users/${mallory!.uid}/settings`, { asksFirst: n > 4 }),
  );
  await vi.waitFor(async () => expect(await countLockWaits(pool)).toBeGreaterThan(0), { interval: 10 });
  expect((await answer(grace, id, 'yes')).status).toBe(200);
  expect(await choose(grace, 'Dark')).toMatchObject({ mood: 'Dark' });
  // One that looks for a deadlock at this moment does not count as waiting.
  expect(await countLockWaits(pool)).toBeLessThanOrEqual(1);
  await end();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 200));
});
