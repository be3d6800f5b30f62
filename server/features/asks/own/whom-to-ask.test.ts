import { expect, test } from 'vitest';
import type { Reach } from '#contract/asks.ts';
import type { Member } from '#fixtures/client.ts';
import { startAskServer } from '#tests/support/asks/ask-server.ts';

const HOLD_MS = 60_000;
const askServer = await startAskServer({ undoSeconds: HOLD_MS / 1_000 });
const { server, pool, circle, choose, asks, open, openAsk, texts, hide } = askServer;

const hold = (who: Member, ask: string, seconds = 120) => who.post(`/api/asks/${ask}/hold`, { seconds });
const change = (who: Member, ask: string, body: object) => who.patch(`/api/asks/${ask}`, body);
const heldUntil = async (): Promise<number[]> =>
  (await pool.query('select opens_at from causes')).rows.map((row) => row.opens_at?.getTime());
const textsTo = async (who: Member) => (await texts(who)).map(({ recipient }) => recipient).sort();

test('the sheet holds the texts for two minutes more, and at most three after the choice, however often it asks', async () => {
  const [ada] = await circle(3);
  await choose(ada, 'Dark');
  const { id, askedAt } = (await asks(ada)).mine!;
  const from = await server.now();
  const first = (await hold(ada, id)).body.mine;
  expect(first.opensAt).toBeGreaterThanOrEqual(from + 120_000);
  expect(first.opensAt).toBeLessThanOrEqual((await server.now()) + 120_000);
  await server.advance('80 seconds');
  for (const _ of [1, 2]) {
    const { opensAt, textsAt } = (await hold(ada, id)).body.mine;
    expect(opensAt).toBe(askedAt + 180_000);
    expect(textsAt).toBe(opensAt);
    expect(await heldUntil()).toEqual([opensAt]);
  }
  expect((await hold(ada, id, 181)).status).toBe(400);
  await pool.query('delete from causes');
});

test('a sheet that is closed gives the time back: the own hold after the choice, and not before five seconds from now', async () => {
  const [ada, grace] = await circle(3);
  await choose(ada, 'Dark');
  const { id, opensAt, textsAt } = (await asks(ada)).mine!;
  const device = await ada.listen();
  await hold(ada, id);
  expect((await hold(ada, id, 0)).body.mine).toMatchObject({ opensAt, textsAt });
  expect(await heldUntil()).toEqual([opensAt]);
  // The person's other device counts down the same seconds.
  let frame = await device.next('own-ask');
  while (frame.ask?.opensAt !== opensAt) frame = await device.next('own-ask');

  // The own hold is over by now.
  await hold(ada, id);
  await server.advance('80 seconds');
  const from = await server.now();
  const soon = (await hold(ada, id, 0)).body.mine.opensAt;
  expect(soon).toBeGreaterThanOrEqual(from + 5_000);
  expect(soon).toBeLessThanOrEqual((await server.now()) + 5_000);
  // Never later than it was, and the texts leave then.
  expect((await hold(ada, id, 0)).body.mine.opensAt).toBe(soon);
  await server.advance('5 seconds');
  expect(await textsTo(ada)).toContain(grace.uid);
  expect((await hold(ada, id, 0)).body.error.code).toBe('too_late');
});

test('after the sheet a further choice keeps a time of its own', async () => {
  const [ada] = await circle(3);
  const { chosenAt: first } = await choose(ada, 'Purple');
  const { chosenAt: second } = await choose(ada, 'Dark');
  const { id } = (await asks(ada)).mine!;
  await hold(ada, id);
  expect((await hold(ada, id, 0)).body.mine).toMatchObject({ opensAt: first + HOLD_MS, textsAt: second + HOLD_MS });
  expect((await heldUntil()).sort()).toEqual([first + HOLD_MS, second + HOLD_MS]);
  await pool.query('delete from causes');
});

test('a sheet that stays open: the texts leave all the same, to the standing choice, and it is too late then', async () => {
  const [ada, grace, sam] = await circle(3);
  server.holdCalls(30);
  await ada.set({ asksThese: [grace.uid] });
  const browser = await grace.listen();
  await choose(ada, 'Dark');
  const { id, opensAt } = (await asks(ada)).mine!;
  expect((await hold(ada, id, 90)).body.mine.opensAt).toBeGreaterThan(opensAt);
  await server.advance('45 seconds');
  expect(await textsTo(ada)).toEqual([]);
  await server.advance('45 seconds');
  await browser.next('friend-ask');
  expect(await textsTo(ada)).toEqual([grace.uid]);
  for (const call of [hold(ada, id), change(ada, id, { chosen: [sam.uid] })])
    expect((await call).body.error.code).toBe('too_late');
});

test('narrowed to one friend: one text and one card; the others see the mood, and no card', async () => {
  const [ada, grace, sam, mei] = await circle(4);
  const browser = await sam.listen();
  await choose(ada, 'Dark');
  const { id } = (await asks(ada)).mine!;
  expect((await change(ada, id, { chosen: [grace.uid] })).body.mine).toMatchObject({
    chosen: [grace.uid],
    report: { asked: 1, trying: 1, appOnly: 0 },
  });
  await open();
  expect(await textsTo(ada)).toEqual([grace.uid]);
  expect((await asks(grace)).friends).toHaveLength(1);
  for (const other of [sam, mei!]) {
    expect((await asks(other)).friends).toEqual([]);
    const [entry] = (await other.circle()).body.filter(({ uid }: { uid: string }) => uid === ada.uid);
    expect(entry.mood).toBe('Dark');
  }
  expect((await browser.everything()).map(({ type }) => type)).toEqual(['mood']);
});

test('whom to ask are friends: strangers are left out, and without a friend it is refused', async () => {
  const [ada, grace] = await circle(3);
  const [eve] = await server.insertMembers(1);
  await choose(ada, 'Purple');
  const { id } = (await asks(ada)).mine!;
  for (const chosen of [[], [eve!.uid], [crypto.randomUUID()]]) {
    const { status, body } = await change(ada, id, { chosen });
    expect([status, body.error.code]).toEqual([400, 'invalid']);
  }
  expect((await change(ada, id, { chosen: [eve!.uid, grace.uid] })).body.mine.chosen).toEqual([grace.uid]);
  await open();
  expect((await asks(eve!)).friends).toEqual([]);
  for (const friends of [[], [eve!.uid]]) expect((await ada.set({ asksThese: friends })).status).toBe(400);
});

test('the standing choice is for calls only, and an ask keeps the choice that it began with', async () => {
  const [ada, grace, sam] = await circle(3);
  expect((await ada.set({ asksThese: [grace.uid] })).body.asksThese).toEqual([grace.uid]);
  expect((await choose(ada, 'Dark')).friends).toBe(1);
  await open();
  await ada.set({ asksThese: null });
  await choose(ada, 'Dark');
  await open();
  expect(await textsTo(ada)).toEqual([grace.uid, grace.uid]);
  expect((await asks(sam)).friends).toEqual([]);
});

test('the settings say that the chosen friends are gone, also when nothing is left of these, until the person chooses again', async () => {
  const [ada, sam] = await circle(3);
  const grace = await server.signUp();
  await ada.connect(grace);
  const gone = async () => (await ada.get(`/api/users/${ada.uid}/settings`)).body.chosenAreGone;
  const reach = async () => (await ada.get('/api/asks/reach')).body.chosenAreGone;
  expect((await ada.set({ asksThese: [grace.uid] })).body.chosenAreGone).toBe(false);
  await ada.remove(grace);
  expect([await gone(), await reach()]).toEqual([true, true]);
  await ada.connect(grace);
  expect([await gone(), await reach()]).toEqual([false, false]);
  expect((await grace.leave()).status).toBe(200);
  expect([await gone(), await reach()]).toEqual([true, true]);
  await server.settled();
  const { rows } = await pool.query('select asks_these from users where id = $1', [ada.uid]);
  expect(rows).toEqual([{ asks_these: [] }]);
  expect([await gone(), await reach()]).toEqual([true, true]);
  expect((await ada.set({ asksThese: [sam.uid] })).body.chosenAreGone).toBe(false);
  expect((await ada.set({ asksThese: null })).body.chosenAreGone).toBe(false);
});

test('when all friends who were chosen for an open ask have left, the next call asks everybody', async () => {
  const [ada, grace, sam] = await circle(3);
  await ada.set({ asksThese: [grace.uid] });
  const id = await openAsk(ada, 'Purple');
  await pool.query('delete from users where id = $1', [grace.uid]);
  expect((await asks(ada)).mine).toMatchObject({ report: { asked: 0 } });
  await choose(ada, 'Dark');
  await server.settled();
  expect((await asks(ada)).mine).toMatchObject({ id, chosen: null, report: { asked: 1 } });
  expect((await asks(sam)).friends).toEqual([]);
  await server.advance('60 seconds');
  expect((await asks(ada)).mine).toMatchObject({ id, chosen: null, report: { asked: 1 } });
  expect((await asks(sam)).friends).toMatchObject([{ id, level: 'Dark' }]);
});

test('a further call has a hold of its own, and the ask says until when', async () => {
  const [ada, grace] = await circle(3);
  await openAsk(ada, 'Purple');
  await texts(ada);
  const { chosenAt } = await choose(ada, 'Dark');
  const { mine } = await asks(ada);
  expect(mine!.opensAt).toBeLessThan(chosenAt);
  expect(mine!.textsAt).toBe(chosenAt + HOLD_MS);
  expect((await asks(grace)).friends).toMatchObject([{ level: 'Dark' }]);
});

test('a further choice also asks who became a friend meanwhile: the text, the card and the report agree', async () => {
  const [ada, grace] = await circle(3);
  const id = await openAsk(ada);
  const [mei] = await server.insertMembers(1);
  await ada.put(`/api/users/${ada.uid}/connections/${mei!.uid}`, {});
  expect((await asks(mei!)).friends).toEqual([]);
  expect((await asks(ada)).mine!.report.asked).toBe(2);
  await choose(ada, 'Dark');
  await open();
  const friends = (await texts(ada)).filter(({ cause }) => cause === 'mood').map(({ recipient }) => recipient);
  expect(friends.filter((each) => each === grace.uid)).toHaveLength(2);
  expect(friends.filter((each) => each === mei!.uid)).toHaveLength(1);
  expect((await asks(mei!)).friends).toMatchObject([{ id }]);
  expect((await asks(ada)).mine!.report).toMatchObject({ asked: 3, appOnly: 0 });
});

test('before sharing counts whom the choice then asks: none from whom the mood is hidden, and as chosen', async () => {
  const [ada, grace, sam, mei] = await circle(4);
  const everybody = { only: null, isSetting: true, chosenAreGone: false };
  const agrees = async ({ friends, ...before }: Reach) => {
    expect((await ada.get('/api/asks/reach')).body).toEqual({ friends, ...before });
    const said = await choose(ada, 'Dark');
    const mine = (await asks(ada)).mine!;
    expect(said.ask).toEqual({ id: mine.id, opensAt: mine.opensAt, textsAt: mine.textsAt });
    expect(mine.textsAt).toBeGreaterThan(mine.calledAt);
    expect(said).toMatchObject({ friends });
    expect(mine.report).toMatchObject({ asked: friends, trying: friends });
  };

  await hide(ada, sam);
  await agrees({ friends: 2, ...everybody });
  // For this ask alone, so a second choice asks the same friends.
  const { id } = (await asks(ada)).mine!;
  await ada.patch(`/api/asks/${id}`, { chosen: [grace.uid] });
  await agrees({ friends: 1, only: [grace.firstname], isSetting: false, chosenAreGone: false });
  for (const _ of [1, 2]) await ada.post(`/api/asks/${id}/undo`);
  expect((await asks(ada)).mine).toBeNull();

  // When no chosen friend is left, the whole circle is asked, and the answer says so.
  await ada.set({ asksThese: [mei!.uid] });
  await agrees({ friends: 1, ...everybody, only: [mei!.firstname] });
  await ada.post(`/api/asks/${(await asks(ada)).mine!.id}/undo`);
  await ada.remove(mei!);
  await agrees({ friends: 1, ...everybody, chosenAreGone: true });
  await hide(ada, sam, false);
  await agrees({ friends: 2, only: null, isSetting: false, chosenAreGone: true });
});
