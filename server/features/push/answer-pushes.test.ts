import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { answerAsk } from '#server/features/asks/answer-ask.ts';
import { startPushFriends } from '#tests/support/push/push-test-server.ts';
import { SEEN_WAIT_MS } from './push.ts';

// A busy machine may take longer than three seconds.
const { answer } = SEEN_WAIT_MS;
SEEN_WAIT_MS.answer = 60_000;
afterAll(() => Object.assign(SEEN_WAIT_MS, { answer }));

const server = await startPushFriends();
const { origin, database, subscribe, newBrowser, openTab, expectTags, settled, stored, passTime, ada, grace } = server;
const mei = await server.signUp({ firstname: 'Mei' });
await mei.connect(ada);
beforeEach(() => database.pool.query('delete from asks'));

/** @returns the id of Ada's open ask */
async function asks(mood = 'Dark'): Promise<string> {
  await ada.choose(mood);
  await settled();
  return (await ada.get('/api/asks')).body.mine.id;
}

const answers = async (who: Member, ask: string, answer: string) =>
  expect((await who.put(`/api/asks/${ask}/answer`, { answer })).status).toBe(200);
const TAG = `answer-${ada.uid}`;
const titles = (device: { pushes(): { payload: { notification?: { title: string } } }[] }) =>
  device.pushes().flatMap(({ payload }) => payload.notification?.title ?? []);
/** As if the ten minutes in which a friend's answer is told once were over. */
const tellAgain = () => database.pool.query(`update ask_recipients set told_at = told_at - interval '11 minutes'`);

describe('a friend’s answer', () => {
  test('notifies each device of the person who asked, at once and without names', async () => {
    const phone = await subscribe(ada, 'phone');
    const tablet = await subscribe(await newBrowser(ada), 'tablet');
    const friends = await subscribe(mei, 'friends');
    const ask = await asks();
    await answers(grace, ask, 'yes');
    await expectTags(phone, TAG);
    await expectTags(tablet, TAG);
    const [push] = phone.pushes();
    expect(push!.payload.notification).toEqual({
      title: 'A friend will reach out',
      body: 'Open Moodring',
      lang: 'en',
      dir: 'ltr',
      navigate: `${origin}/cares`,
      tag: TAG,
      app_badge: '0',
      data: { tag: TAG },
    });
    expect(push!.headers.urgency).toBe('high');
    expect(JSON.stringify(push!.payload)).not.toMatch(/Grace/);
    expect(friends.tags()).toEqual([`mood-${ada.uid}`]);
  });

  test('a ‘can’t’ and a look notify nobody, and touch nothing that is shown', async () => {
    const phone = await subscribe(ada, 'phone');
    const ask = await asks();
    await answers(mei, ask, 'no');
    await mei.post(`/api/asks/${ask}/seen`);
    await settled();
    expect([phone.tags(), await stored()]).toEqual([[], []]);
    await answers(grace, ask, 'yes');
    await expectTags(phone, TAG);
    await passTime();
    await answers(mei, ask, 'no');
    await passTime();
    await settled();
    expect(phone.tags()).toEqual([TAG]);
  });

  test('of several friends is one notification, that the newest replaces, with their names on devices that show names', async () => {
    const phone = await subscribe(ada, 'phone', { showNames: true });
    const ask = await asks();
    await answers(grace, ask, 'later');
    await expectTags(phone, TAG);
    await answers(mei, ask, 'yes');
    await passTime();
    await expectTags(phone, TAG, TAG);
    await tellAgain();
    await answers(grace, ask, 'yes');
    await passTime();
    await expectTags(phone, TAG, TAG, TAG);
    expect(titles(phone)).toEqual([
      'Grace will reach out later',
      'Mei will reach out',
      'Grace and 1 more will reach out',
    ]);
    expect(await stored()).toMatchObject([{ cause: 'answer' }]);
  });

  test('that goes to and fro notifies once in ten minutes, and another friend’s all the same', async () => {
    const phone = await subscribe(ada, 'phone');
    const ask = await asks();
    for (const answer of ['yes', 'later', 'yes', 'later']) await answers(grace, ask, answer);
    await expectTags(phone, TAG);
    await passTime();
    for (const answer of ['yes', 'later']) await answers(grace, ask, answer);
    await passTime();
    await settled();
    expect(phone.tags()).toEqual([TAG]);
    await answers(mei, ask, 'yes');
    await passTime();
    await expectTags(phone, TAG, TAG);
  });

  test('by the link or a text notifies too', async () => {
    const phone = await subscribe(ada, 'phone');
    const ask = await asks();
    await answerAsk(server.moodring.context, grace.uid, ask, { answer: 'yes', showName: false }, 'text');
    await expectTags(phone, TAG);
  });
});

describe('the notification of an answer closes', () => {
  async function shown() {
    const phone = await subscribe(ada, 'phone');
    const ask = await asks();
    await answers(grace, ask, 'yes');
    await expectTags(phone, TAG);
    return { phone, ask, answeredAt: (await ada.get('/api/asks')).body.mine.answers[0].answeredAt as number };
  }

  test.each([
    ['the ask is closed', (ask: string) => ada.post(`/api/asks/${ask}/close`, { tell: false })],
    ['the friend hands over', (ask: string) => grace.post(`/api/asks/${ask}/hand-over`)],
    ['the friend takes it back', (ask: string) => grace.put(`/api/asks/${ask}/answer`, { answer: 'no' })],
  ])('when %s', async (_, happens) => {
    const { phone, ask } = await shown();
    expect((await happens(ask)).status).toBe(200);
    await expectTags(phone, TAG, `close ${TAG}`);
  });

  test('when a screen of the person shows the answers, and not when an older answer was shown', async () => {
    const { phone, ask, answeredAt } = await shown();
    const tab = await openTab(ada);
    tab.send({ type: 'seen', uid: ada.uid, chosenAt: answeredAt - 1_000 });
    // A friend's frame about the person's own answers does nothing.
    const other = await openTab(grace);
    other.send({ type: 'seen', uid: grace.uid, chosenAt: Date.now() });
    await other.everything();
    const older = 'select from asks where id = $1 and answers_seen_at < now()';
    await vi.waitFor(async () => expect((await database.pool.query(older, [ask])).rowCount).toBe(1));
    await passTime();
    await expectTags(phone, TAG);
    tab.send({ type: 'seen', uid: ada.uid, chosenAt: answeredAt });
    await vi.waitFor(() => expect(phone.tags()).toEqual([TAG, `close ${TAG}`]));
    await settled();
    expect(await stored()).toEqual([]);
  });

  test('and a person with an open browser who sees the answer there gets none', async () => {
    const phone = await subscribe(ada, 'phone');
    const ask = await asks();
    const tab = await openTab(ada);
    await answers(grace, ask, 'yes');
    await settled();
    expect(await stored()).toHaveLength(1);
    tab.send({ type: 'seen', uid: ada.uid, chosenAt: Date.now() });
    const seen = 'select from pushes where version > 0';
    await vi.waitFor(async () => expect((await database.pool.query(seen)).rowCount).toBe(1));
    await passTime();
    await expectTags(phone);
    expect(await stored()).toEqual([]);
  });
});

describe('the notification of a call for support', () => {
  test('comes again when the person asks once more, to those without an answer, also if they have seen it', async () => {
    const [graces, meis] = [await subscribe(grace, 'graces'), await subscribe(mei, 'meis')];
    const ask = await asks();
    const tag = `mood-${ada.uid}`;
    await expectTags(graces, tag);
    await expectTags(meis, tag);
    const { chosenAt } = (await ada.get(`/api/users/${ada.uid}/info/mood`)).body;
    const tab = await mei.listen();
    tab.send({ type: 'seen', uid: ada.uid, chosenAt });
    await vi.waitFor(() => expect(meis.tags()).toEqual([tag, `close ${tag}`]));
    tab.terminate();
    await answers(grace, ask, 'later');
    await expectTags(graces, tag, `close ${tag}`);
    expect((await ada.post(`/api/asks/${ask}/again`)).status).toBe(200);
    // The push waits if the server does not know yet that Mei's browser has closed.
    await settled();
    await passTime();
    await expectTags(meis, tag, `close ${tag}`, tag);
    expect(graces.tags()).toEqual([tag, `close ${tag}`]);
  });

  test('closes when the person takes the choice back', async () => {
    server.holdCalls(60);
    const phone = await subscribe(grace, 'phone');
    await ada.choose('Dark');
    // As if the push had left a moment before the undo.
    await database.pool.query('update causes set opens_at = null');
    await expectTags(phone, `mood-${ada.uid}`);
    const { mine } = (await ada.get('/api/asks')).body;
    expect((await ada.post(`/api/asks/${mine.id}/undo`)).status).toBe(200);
    await expectTags(phone, `mood-${ada.uid}`, `close mood-${ada.uid}`);
  });

  test('stays for the call that stands, when the person takes a worsening back', async () => {
    const [phone, tag] = [await subscribe(grace, 'phone'), `mood-${ada.uid}`];
    await ada.choose('Purple');
    await expectTags(phone, tag);
    server.holdCalls(60);
    await ada.choose('Dark');
    // As if the push had left a moment before the undo.
    await database.pool.query(`
      update pushes set reason = (select id from mood_choices order by chosen_at desc limit 1) where cause = 'mood'`);
    const { mine } = (await ada.get('/api/asks')).body;
    expect((await ada.post(`/api/asks/${mine.id}/undo`)).status).toBe(200);
    await settled();
    await passTime();
    await expectTags(phone, tag, tag);
  });
});
