import { beforeEach, expect, test, vi } from 'vitest';
import type { CheckIns } from '#contract/account/check-in.ts';
import { timeOfDay } from '#contract/account/time-of-day.ts';
import type { Member } from '#fixtures/client.ts';
import { changeAsksOfSuspended } from '#server/features/asks/index.ts';
import { lookAtTexts } from '#server/features/texts/outbox/look-at-texts.ts';
import { startAskServer } from '#tests/support/asks/ask-server.ts';
import { countLockWaits } from '#tests/support/database/count-lock-waits.ts';
import { holdTransaction } from '#tests/support/database/hold-transaction.ts';
import { setPhone } from '#tests/support/people/set-phone.ts';
import { someSubscription } from '#tests/support/push/subscription.ts';
import { status } from '#tests/support/servers/endpoint.ts';
import { stepCheckIns } from './check-in-job.ts';

const { server, pool, endpoint, circle, framesOf } = await startAskServer();
const { context } = server.moodring;

// The clock goes on for all: those of earlier tests would be late.
beforeEach(() => pool.query('with stops as (delete from text_stops) delete from check_ins'));

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const checkIns = async (who: Member) => (await who.get(`/api/users/${who.uid}/check-ins`)).body as CheckIns;
const plan = (who: Member, friends: Member[], more: object = {}) =>
  who.put(`/api/users/${who.uid}/check-in`, {
    ...{ days: EVERY_DAY, at: '09:00', until: '12:00', zone: 'UTC' },
    ...{ friends: friends.map(({ uid }) => uid), ...more },
  });
const agree = (friend: Member, to: Member, agrees = true) =>
  friend.put(`/api/users/${friend.uid}/check-ins/${to.uid}`, { agrees });
const answer = (who: Member) => who.post(`/api/users/${who.uid}/check-in/answer`);

/** Somebody with a proven phone whose friend Grace looks in, and a friend Sam who has not answered. */
async function planned(more: object = {}) {
  const [ada, grace, sam] = await circle(3);
  await pool.query('update users set phone_proven_at = now() where id = $1', [ada.uid]);
  await plan(ada, [grace, sam], more);
  await agree(grace, ada);
  endpoint.received.length = 0;
  return { ada, grace, sam };
}

/** By the database's clock, rounded. */
const minutesTo = async (time: number | null) => Math.round((time! - (await server.now())) / 60_000);

/** Sets the clock to the next step, or so much later, and does it. */
async function step({ uid }: Member, late = '0 seconds') {
  const { rows } = await pool.query<{ wait: string }>(
    `select ceil(extract(epoch from due_at - now() + $2::interval) * 1000) || ' milliseconds' as wait from check_ins where uid = $1`,
    [uid, late],
  );
  await server.advance(rows[0]!.wait);
  while (await stepCheckIns(context));
  await server.settled();
}

const textsTo = ({ phonenumber }: Pick<Member, 'phonenumber'>) =>
  endpoint.received.flatMap(({ body }) => (body.phoneNumber === phonenumber ? body.message.split(/[.:] ?/)[0] : []));

test('friends are asked first; a no looks as if nobody had answered', async () => {
  const [ada, grace, sam] = await circle(3);
  const browser = await ada.listen();
  const { body } = await plan(ada, [grace, sam], { days: [1, 7], countsUse: true });
  expect(body.own).toEqual({
    ...{ days: [1, 7], at: '09:00', until: '12:00', zone: 'UTC', countsUse: true, awayUntil: null },
    friends: expect.arrayContaining([
      { uid: grace.uid, hasAgreed: false },
      { uid: sam.uid, hasAgreed: false },
    ]),
    ...{ asksAt: expect.any(Number), endsAt: null, missedAt: null, answeredAt: null },
    ...{ isReminded: false, notifiesFriends: false },
  });
  const begins = new Date(body.own.asksAt);
  expect([0, 1]).toContain(begins.getUTCDay());
  expect(begins.toISOString().slice(11, 16)).toBe('09:00');
  const request = { uid: ada.uid, hasAgreed: null, missedAt: null, answeredAt: null };
  const times = { days: [1, 7], at: '09:00', until: '12:00', zone: 'UTC', awayUntil: null };
  expect((await checkIns(sam)).friends).toMatchObject([{ ...request, times }]);
  await framesOf(browser);
  expect((await agree(sam, ada, false)).body.friends).toMatchObject([{ hasAgreed: false, times: null }]);
  expect(await framesOf(browser)).toEqual([]);
  expect((await checkIns(ada)).own).toEqual(body.own);
  expect((await agree(grace, ada)).body.friends).toMatchObject([{ hasAgreed: true }]);
  expect(await framesOf(browser)).toEqual([{ type: 'check-ins' }]);
  expect((await checkIns(ada)).own!.friends).toContainEqual({ uid: grace.uid, hasAgreed: true });
  const [stranger] = (await server.insertMembers(1)) as [Member];
  expect((await agree(stranger, ada)).status).toBe(404);
  expect((await plan(ada, [grace, stranger])).body.own.friends).toEqual([{ uid: grace.uid, hasAgreed: true }]);
  expect((await checkIns(sam)).friends).toEqual([]);
});

test.each([
  ['no days', { days: [] }],
  ['less than 90 minutes', { at: '09:00', until: '10:29' }],
  ['no time', { at: '24:00' }],
  ['no zone', { zone: 'Mars/Olympus' }],
  ['another field', { by: 'me' }],
])('%s is refused, and nothing is stored', async (_, wrong) => {
  const [ada, grace] = await circle(3);
  expect((await plan(ada, [grace], wrong)).status).toBe(400);
  expect((await checkIns(ada)).own).toBeNull();
});

test('three reminders come first, the later two by text too; then who agreed is told, and that the person is there', async () => {
  const { ada, grace, sam } = await planned();
  await step(ada);
  const { endsAt } = (await checkIns(ada)).own!;
  expect(new Date(endsAt!).toISOString().slice(11, 16)).toBe('12:00');
  expect(textsTo(ada)).toEqual([]);
  await step(ada);
  expect(await minutesTo(endsAt)).toBe(60);
  await step(ada);
  expect(textsTo(ada)).toEqual(Array(2).fill('Please check in on Moodring'));
  expect(textsTo(grace)).toEqual([]);
  await step(ada);
  expect(textsTo(grace)).toEqual([expect.stringMatching(/has not checked in$/)]);
  expect(textsTo(sam)).toEqual([]);
  expect((await checkIns(ada)).own).toMatchObject({ missedAt: expect.any(Number), endsAt: null, asksAt: null });
  expect((await checkIns(grace)).friends).toMatchObject([{ missedAt: expect.any(Number), answeredAt: null }]);
  expect((await checkIns(sam)).friends).toMatchObject([{ missedAt: null }]);
  await server.advance('2 days');
  expect(await stepCheckIns(context)).toBe(false);
  await answer(ada);
  await server.settled();
  expect(textsTo(grace).at(-1)).toMatch(/has checked in$/);
  expect((await checkIns(grace)).friends).toMatchObject([{ answeredAt: expect.any(Number) }]);
  expect((await checkIns(ada)).own).toMatchObject({
    ...{ missedAt: null, asksAt: expect.any(Number), answeredAt: expect.any(Number) },
  });
  await server.advance('61 minutes');
  expect((await checkIns(ada)).own).toMatchObject({ answeredAt: null });
  const sent = endpoint.received.length;
  await step(ada);
  await answer(ada);
  // It is more than a day since the first answer.
  await server.advance('4 hours');
  expect((await checkIns(grace)).friends).toMatchObject([{ missedAt: null, answeredAt: null }]);
  await server.settled();
  expect(endpoint.received).toHaveLength(sent);
});

test('an answer ends the round; its later steps tell nobody, also when a text waits', async () => {
  const { ada, grace } = await planned();
  await step(ada);
  await answer(ada);
  const { asksAt } = (await checkIns(ada)).own!;
  expect(asksAt! - (await server.now())).toBeGreaterThan(20 * 60 * 60_000);
  await step(ada);
  await step(ada);
  await step(ada);
  endpoint.received.length = 0;
  const end = await holdTransaction(pool, 'select from check_ins where uid = $1 for update', [ada.uid]);
  const answered = answer(ada);
  await end('commit');
  await answered;
  await server.advance('20 minutes');
  await stepCheckIns(context);
  await server.settled();
  expect(textsTo(grace)).toEqual([]);
});

test('an answer at the very last moment: who is told that it is missed is told of the answer, too', async () => {
  const { ada, grace } = await planned();
  for (let round = 0; round < 5; round++) {
    for (let steps = 0; steps < 3; steps++) await step(ada);
    await pool.query('update check_ins set ends_at = now(), due_at = now() where uid = $1', [ada.uid]);
    endpoint.received.length = 0;
    await Promise.all([answer(ada), stepCheckIns(context)]);
    await server.settled();
    if ((await checkIns(ada)).own!.missedAt !== null) await answer(ada);
    await server.settled();
    expect(textsTo(grace).at(-1) ?? 'has checked in').toMatch(/has checked in$/);
    expect((await checkIns(ada)).own).toMatchObject({ missedAt: null, endsAt: null, asksAt: expect.any(Number) });
  }
});

test('a server that was down over the time tells the person first, and waits an hour again', async () => {
  const { ada, grace } = await planned();
  for (let steps = 0; steps < 3; steps++) await step(ada);
  endpoint.received.length = 0;
  await step(ada, '3 hours');
  expect([textsTo(ada).length, textsTo(grace).length]).toEqual([1, 0]);
  const { endsAt } = (await checkIns(ada)).own!;
  expect(await minutesTo(endsAt)).toBe(60);
  await step(ada);
  expect([textsTo(ada).length, textsTo(grace).length]).toEqual([2, 0]);
  await step(ada);
  expect(textsTo(grace)).toHaveLength(1);
});

test('a round that begins late leaves an hour at least', async () => {
  const { ada } = await planned();
  await step(ada, '5 hours');
  const { endsAt } = (await checkIns(ada)).own!;
  expect(await minutesTo(endsAt)).toBe(60);
});

test('a round that is over for half a day is left out', async () => {
  const { ada } = await planned();
  await step(ada, '16 hours');
  expect((await checkIns(ada)).own).toMatchObject({ endsAt: null, asksAt: expect.any(Number) });
});

test.each([
  ['back', '22:00', '08:00', '2027-10-30 22:00', '2027-10-31T07:00:00Z'],
  ['forward, and there are 90 minutes', '01:30', '03:00', '2027-03-28 01:30', '2027-03-28T02:00:00Z'],
])('a night in which clocks go %s ends at its time of the day', async (_, at, until, begins, ends) => {
  const [ada, grace] = await circle(3);
  await plan(ada, [grace], { at, until, zone: 'Europe/Berlin' });
  await pool.query(`update check_ins set due_at = $2::timestamp at time zone zone where uid = $1`, [ada.uid, begins]);
  const { rows } = await pool.query('select check_in_ends(c) as ends from check_ins c where uid = $1', [ada.uid]);
  expect(rows).toEqual([{ ends: new Date(ends) }]);
});

test('a friend who is suspended is not told, and counts as nobody', async () => {
  const { ada, grace } = await planned();
  await pool.query('update users set suspended_at = now() where id = $1', [grace.uid]);
  expect((await checkIns(ada)).own!.friends).toContainEqual({ uid: grace.uid, hasAgreed: false });
  expect(await changeAsksOfSuspended(pool, grace.uid, true)).toEqual([ada.uid]);
  for (let steps = 0; steps < 4; steps++) await step(ada);
  expect((await checkIns(ada)).own).toMatchObject({ missedAt: null, asksAt: expect.any(Number) });
});

test('a friend who stops at the moment in which friends are told counts as nobody', async () => {
  const { ada, grace } = await planned();
  const stop = 'update check_in_friends set agreed_at = null where uid = $1 and friend = $2';
  const end = await holdTransaction(pool, stop, [ada.uid, grace.uid]);
  // The server's own job may take the step.
  await pool.query('update check_ins set ends_at = now(), due_at = now() where uid = $1', [ada.uid]);
  const stepped = stepCheckIns(context);
  await vi.waitFor(async () => expect(await countLockWaits(pool)).toBe(1), { interval: 10 });
  await end('commit');
  await stepped;
  await server.settled();
  expect((await checkIns(ada)).own).toMatchObject({ missedAt: null, asksAt: expect.any(Number) });
});

test('who got no text of a missed round gets none of the answer, also after one of an earlier round', async () => {
  const { ada, grace } = await planned();
  for (let steps = 0; steps < 4; steps++) await step(ada);
  await answer(ada);
  await server.settled();
  expect(textsTo(grace)).toHaveLength(2);
  endpoint.answer = status(503);
  for (let steps = 0; steps < 4; steps++) await step(ada);
  await answer(ada);
  await server.settled();
  endpoint.received.length = 0;
  endpoint.answer = status(202);
  await server.advance('1 hour');
  await server.settled();
  expect(textsTo(grace)).toEqual([]);
});

test('the text of a missed round is tried as long as a call', async () => {
  const { ada } = await planned();
  endpoint.answer = status(503, { 'retry-after': '600' });
  for (let steps = 0; steps < 4; steps++) await step(ada);
  await pool.query(`update texts set attempts = 20, next_attempt_at = now() where author = $1`, [ada.uid]);
  context.outbox.wake();
  await server.settled();
  const { rows } = await pool.query(`select status, attempts from texts where author = $1 and cause = 'missed'`, [
    ada.uid,
  ]);
  expect(rows).toEqual([{ status: 'queued', attempts: 21 }]);
  await pool.query('delete from texts where author = $1', [ada.uid]);
  endpoint.answer = status(202);
});

test('quiet hours hold up no text of a check-in, and a pause is told to friends who agreed', async () => {
  const { ada, grace, sam } = await planned();
  for (const who of [ada, grace]) await who.set({ quietHours: { from: '00:00', to: '23:59', zone: 'UTC' } });
  for (let steps = 0; steps < 4; steps++) await step(ada);
  expect([textsTo(ada).length, textsTo(grace).length]).toEqual([2, 1]);
  const browser = await grace.listen();
  await plan(ada, [grace, sam], { awayUntil: '2999-01-02' });
  expect(await framesOf(browser)).toEqual([{ type: 'check-ins' }]);
  expect((await checkIns(grace)).friends).toMatchObject([{ times: { awayUntil: '2999-01-02' } }]);
  expect((await checkIns(sam)).friends).toMatchObject([{ times: { awayUntil: null } }]);
});

test('texts of a missed round and of its answer that are claimed together: the friend gets neither', async () => {
  const { ada } = await planned();
  endpoint.answer = status(503);
  for (let steps = 0; steps < 4; steps++) await step(ada);
  await answer(ada);
  await server.settled();
  endpoint.answer = status(202);
  const { rows } = await pool.query<{ id: string }>(
    `update texts set status = 'sending', settled_at = null, next_attempt_at = now() + interval '5 minutes'
     where author = $1 and cause in ('missed', 'checked-in') returning id`,
    [ada.uid],
  );
  const looked = await lookAtTexts(
    pool,
    rows.map(({ id }) => id),
    await server.now(),
    false,
  );
  await pool.query('delete from texts where author = $1', [ada.uid]);
  expect(looked.map(({ decided }) => decided)).toEqual(['outdated', 'outdated']);
});

test('saving it while missed tells the friends, too', async () => {
  const { ada, grace, sam } = await planned();
  for (let steps = 0; steps < 4; steps++) await step(ada);
  const browser = await grace.listen();
  await plan(ada, [grace, sam]);
  expect(await framesOf(browser)).toContainEqual({ type: 'check-ins' });
});

test('while nobody has agreed, nobody is told, and it goes on', async () => {
  const { ada, grace } = await planned();
  await agree(grace, ada, false);
  expect((await checkIns(ada)).own!.friends).not.toContainEqual({ uid: grace.uid, hasAgreed: true });
  for (let steps = 0; steps < 4; steps++) await step(ada);
  expect([textsTo(ada), textsTo(grace)]).toEqual([[], []]);
  expect((await checkIns(ada)).own).toMatchObject({ missedAt: null, endsAt: null, asksAt: expect.any(Number) });
});

test.each<[string, (ada: Member, grace: Member) => Promise<unknown>, shown: number]>([
  ['wants no texts', (_, grace) => grace.set({ texts: 'none' }), 1],
  ['has been removed', (ada, grace) => ada.remove(grace), 0],
  ['has blocked the person', (ada, grace) => grace.block(ada), 0],
])('a friend who %s gets no text', async (_, does, shown) => {
  const { ada, grace } = await planned();
  await does(ada, grace);
  for (let steps = 0; steps < 4; steps++) await step(ada);
  expect(textsTo(grace)).toEqual([]);
  expect((await checkIns(grace)).friends).toHaveLength(shown);
});

test('a friend who has said yes gets a text also while the person’s asks are muted', async () => {
  const { ada, grace } = await planned();
  await grace.control(ada, { mute: 'always' });
  for (let steps = 0; steps < 4; steps++) await step(ada);
  expect(textsTo(grace)).toHaveLength(1);
});

test.each([
  ['later', '0 days', 1],
  ['before the friend’s account was made', '1 year', 0],
])('the phone of a friend, which another account proved %s (%s ago), gets %i texts', async (_, ago, texts) => {
  const { ada, grace } = await planned();
  const [eve] = (await server.insertMembers(1)) as [Member];
  const phonenumber = server.newPhone();
  for (const { uid } of [grace, eve]) await setPhone(pool, uid, phonenumber);
  await pool.query('update users set phone_proven_at = now() - $2::interval where id = $1', [eve.uid, ago]);
  for (let steps = 0; steps < 4; steps++) await step(ada);
  expect(textsTo({ phonenumber })).toHaveLength(texts);
});

test('says whether anything reminds the person, and tells a friend who has said yes', async () => {
  const { ada, grace } = await planned();
  const reach = async () => {
    const { isReminded, notifiesFriends } = (await checkIns(ada)).own!;
    return [isReminded, notifiesFriends];
  };
  expect(await reach()).toEqual([true, true]);
  await pool.query('update users set phone_proven_at = null where id = $1', [ada.uid]);
  expect((await checkIns(grace)).isReached).toBe(true);
  await setPhone(pool, grace.uid, '');
  expect(await reach()).toEqual([false, false]);
  expect((await checkIns(grace)).isReached).toBe(false);
  for (const who of [ada, grace]) await who.put(`/api/users/${who.uid}/push`, someSubscription());
  expect(await reach()).toEqual([true, true]);
  await agree(grace, ada, false);
  expect(await reach()).toEqual([true, false]);
});

test('a STOP from the own phone counts; a friend’s, and one from a number that is not confirmed, is not told', async () => {
  const { ada, grace } = await planned();
  await pool.query(
    'insert into text_stops (phone, stopped, said_at) select phone_key, true, now() from users where id = any($1)',
    [[ada.uid, grace.uid]],
  );
  expect((await checkIns(ada)).own).toMatchObject({ isReminded: false, notifiesFriends: true });
  expect((await checkIns(grace)).isReached).toBe(true);
  await pool.query('update users set phone_proven_at = now() where id = $1', [grace.uid]);
  expect((await checkIns(grace)).isReached).toBe(false);
});

test('what the person wants nothing of does not remind them', async () => {
  const { ada } = await planned();
  await ada.set({ texts: 'none' });
  await ada.put(`/api/users/${ada.uid}/push`, someSubscription());
  expect((await checkIns(ada)).own!.isReminded).toBe(true);
  await pool.query(`update push_devices set about = 'none' where uid = $1`, [ada.uid]);
  expect((await checkIns(ada)).own!.isReminded).toBe(false);
});

test('once it was missed, it counts who was told: not who stops or agrees afterwards', async () => {
  const { ada, grace, sam } = await planned();
  const notifies = async () => (await checkIns(ada)).own!.notifiesFriends;
  for (let steps = 0; steps < 4; steps++) await step(ada);
  await agree(grace, ada, false);
  await pool.query('update users set suspended_at = now() where id = $1', [grace.uid]);
  expect(await notifies()).toBe(true);
  await setPhone(pool, grace.uid, '');
  await agree(sam, ada);
  expect(await notifies()).toBe(false);
});

test('reminders go to no number that nobody has confirmed', async () => {
  const { ada } = await planned();
  const phonenumber = server.newPhone();
  await setPhone(pool, ada.uid, phonenumber);
  for (let steps = 0; steps < 3; steps++) await step(ada);
  expect(textsTo({ phonenumber })).toEqual([]);
});

test('a request of a muted friend is hidden until the mute ends', async () => {
  const [ada, grace] = await circle(2);
  await grace.control(ada, { mute: 'always' });
  await plan(ada, [grace]);
  expect((await checkIns(grace)).friends).toEqual([]);
  await grace.control(ada, { mute: 'off' });
  expect((await checkIns(grace)).friends).toMatchObject([{ uid: ada.uid, hasAgreed: null }]);
});

test('no round begins before the day on which the person is back', async () => {
  const [ada, grace] = await circle(3);
  const day = new Date((await server.now()) + 10 * 24 * 60 * 60_000).toISOString().slice(0, 10);
  const { body } = await plan(ada, [grace], { awayUntil: day, at: timeOfDay(0), until: '02:00' });
  expect(new Date(body.own.asksAt).toISOString()).toBe(`${day}T00:00:00.000Z`);
});

test.each(['1 minute', '2 days'])('who ended it %s after the answer asks anew', async (later) => {
  const { ada, grace } = await planned();
  for (let steps = 0; steps < 4; steps++) await step(ada);
  await answer(ada);
  await server.advance(later);
  await ada.delete(`/api/users/${ada.uid}/check-in`);
  const browser = await grace.listen();
  expect((await plan(ada, [grace])).body.own.friends).toEqual([{ uid: grace.uid, hasAgreed: false }]);
  expect(await framesOf(browser)).toContainEqual({ type: 'check-ins' });
  expect((await checkIns(grace)).friends).toMatchObject([{ hasAgreed: null, isOver: false }]);
});

async function leave({ uid }: Member) {
  await pool.query('delete from users where id = $1', [uid]);
  context.purgeWorker.wake();
  await server.settled();
}

test('who had said yes is asked about new times, and not about another pause', async () => {
  const { ada, grace, sam } = await planned();
  const seen = async () =>
    (await checkIns(grace)).friends.map(({ hasAgreed, hasNewTimes }) => [hasAgreed, hasNewTimes]);
  await server.advance('1 second');
  await plan(ada, [grace, sam], { awayUntil: '2999-12-24' });
  expect(await seen()).toEqual([[true, false]]);
  await plan(ada, [grace, sam], { at: '02:00', until: '04:00' });
  expect(await seen()).toEqual([[true, true]]);
  expect((await checkIns(ada)).own!.friends).toContainEqual({ uid: grace.uid, hasAgreed: true });
  await server.advance('1 second');
  await agree(grace, ada);
  expect(await seen()).toEqual([[true, false]]);
});

test('a friend is asked anew after an end, and nothing of the old round stands beside the request', async () => {
  const { ada, grace, sam } = await planned();
  for (let steps = 0; steps < 4; steps++) await step(ada);
  await ada.delete(`/api/users/${ada.uid}/check-in`);
  await plan(ada, [grace, sam]);
  expect((await checkIns(grace)).friends).toMatchObject([{ hasAgreed: null, missedAt: null, answeredAt: null }]);
});

test('ending it tells those who were told, and leaves nothing; neither do those who leave', async () => {
  const { ada, grace, sam } = await planned();
  for (let steps = 0; steps < 4; steps++) await step(ada);
  await ada.delete(`/api/users/${ada.uid}/check-in`);
  await server.settled();
  expect(textsTo(grace).at(-1)).toMatch(/has checked in$/);
  expect((await checkIns(ada)).own).toBeNull();
  expect((await checkIns(grace)).friends).toMatchObject([
    { uid: ada.uid, answeredAt: expect.any(Number), isOver: true },
  ]);
  const browser = await grace.listen();
  await ada.delete(`/api/users/${ada.uid}/check-in`);
  expect(await framesOf(browser)).toEqual([]);
  await server.advance('25 hours');
  expect((await checkIns(grace)).friends).toEqual([]);
  await plan(ada, [grace, sam]);
  await plan(grace, [ada]);
  await agree(grace, ada);
  await leave(grace);
  expect(await server.findPersonalData(grace.uid)).toEqual([]);
  expect((await checkIns(ada)).own!.friends).toEqual([{ uid: sam.uid, hasAgreed: false }]);
  await leave(ada);
  expect(await server.findPersonalData(ada.uid)).toEqual([]);
});
