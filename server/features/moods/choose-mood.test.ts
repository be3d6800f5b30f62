import { beforeEach, expect, test } from 'vitest';
import { asksForSupport, MOODS } from '#contract/moods.ts';
import { newId } from '#contract/new-id.ts';
import type { Member } from '#fixtures/client.ts';
import { CONNECTIONS } from '#server/database/connection-budget.ts';
import { startTextedServer } from '#tests/support/servers/texted-server.ts';

const { moodring, origin, visitor, database, signUp, texts, settled, deleteTexts } = await startTextedServer();

const ada = await signUp({ firstname: 'Ada', lastname: 'Lovelace', phonenumber: '+14155550100' });
const grace = await signUp({ firstname: 'Grace', lastname: 'Hopper', phonenumber: '(415) 555-0101' });
const alan = await signUp({ firstname: 'Alan', lastname: 'Turing', phonenumber: '+44 20 7946 0018' });
const mute = await signUp({ firstname: 'Mute', lastname: 'Phoneless' });
const stranger = await signUp({ firstname: 'Eve', lastname: 'Stranger', phonenumber: '+14155550199' });
await ada.connect(grace);
await alan.connect(ada);
await ada.connect(mute);
beforeEach(async () => {
  await settled();
  await deleteTexts();
  await database.pool.query('delete from mood_choices');
});

const history = async ({ uid }: Member) => {
  const { rows } = await database.pool.query('select mood from mood_choices where uid = $1 order by chosen_at', [uid]);
  return rows.map(({ mood }) => mood);
};
const chooseOnce = (who: Member, mood: string, requestId: string) =>
  who.put(`/api/users/${who.uid}/info/mood`, { mood, requestId });

test.each(MOODS)('%s can be chosen, and the person and their connections see it', async (mood) => {
  const { status, body } = await ada.choose(mood);
  const { mood: chosenMood, chosenAt, ask, ...reach } = body;
  const chosen = { mood: chosenMood, chosenAt };
  expect([status, chosen]).toEqual([200, { mood, chosenAt: expect.any(Number) }]);
  expect(reach).toEqual({ textsLimited: false, textsOn: true, friends: 3 });
  const { mine } = (await ada.get('/api/asks')).body;
  expect(ask).toEqual(asksForSupport(mood) ? { id: mine.id, opensAt: mine.opensAt, textsAt: mine.textsAt } : null);
  for (const who of [ada, grace]) {
    expect((await who.get(`/api/users/${ada.uid}/info/mood`)).body).toEqual(chosen);
    expect((await who.get(`/api/users/${ada.uid}/info`)).body.mood).toBe(mood);
  }
  const [entry] = (await mute.circle()).body;
  expect(entry).toMatchObject({ uid: ada.uid, mood, moodChosenAt: body.chosenAt });
});

test('a choice waits for nothing that keeps other connections busy', async () => {
  const { pool } = moodring.context;
  const busy = await Promise.all(Array.from({ length: CONNECTIONS.main.max }, () => pool.connect()));
  const { status } = await ada.choose('Dark').finally(() => busy.map((connection) => connection.release()));
  expect(status).toBe(200);
});

test.each([
  ['Dark', 'dark'],
  ['Purple', 'purple'],
])('%s texts each friend with a phone once, and no one else; chosen again, it texts again', async (mood, colour) => {
  const message = `Your friend Ada Lovelace can really use some support right now, because their mood color has changed to ${colour}. Send them a support message ${origin}/chat/${ada.uid}`;
  const common = { kind: 'general', cause: 'mood', author: ada.uid, message };
  await ada.choose(mood);
  expect(await texts()).toEqual([
    { ...common, recipient: grace.uid, phone_number: '+14155550101' },
    { ...common, recipient: alan.uid, phone_number: '+442079460018' },
  ]);
  await ada.choose(mood);
  expect(await texts()).toHaveLength(4);
  expect(await history(ada)).toEqual([mood, mood]);
});

test('choices at the same moment are all stored with their texts, at different times, and the mood is the last of them', async () => {
  const friend = await grace.listen();
  const chosen = Array.from({ length: 10 }, () => MOODS).flat();
  await Promise.all(chosen.map((mood) => ada.choose(mood)));
  const published = (await friend.everything()).filter((event) => event.type === 'mood');
  expect(new Set(published.map(({ chosenAt }) => chosenAt)).size).toBe(chosen.length);
  const { mood, chosenAt } = published.reduce((one, other) => (other.chosenAt > one.chosenAt ? other : one));
  expect((await grace.get(`/api/users/${ada.uid}/info/mood`)).body).toEqual({ mood, chosenAt });
  const kept = await history(ada);
  expect(kept).toHaveLength(chosen.length);
  expect(kept.at(-1)).toBe(mood);
  expect(await texts()).toHaveLength(20 * 2);
});

test.each([
  ['one that there is not', { mood: 'Blue' }],
  ['one in other letters', { mood: 'dark' }],
  ['none', {}],
  ['an empty one', { mood: '' }],
  ['several', { mood: ['Dark'] }],
  ['no object', 'Dark'],
  ['null', null],
])('a mood is not stored when it is %s', async (_, body) => {
  await ada.choose('Yellow');
  const answer = await ada.put(`/api/users/${ada.uid}/info/mood`, body);
  expect(answer.status).toBe(400);
  expect(answer.body.error.code).toBe('invalid');
  expect((await ada.get(`/api/users/${ada.uid}/info/mood`)).body).toMatchObject({ mood: 'Yellow' });
  expect(await history(ada)).toEqual(['Yellow']);
});

test('a hidden, missing or unknown person’s mood has one error message, with the uid as written', async () => {
  const uids = [ada.uid, ada.uid.toUpperCase(), crypto.randomUUID(), 'nobody', 'ünï cödé/☂'];
  for (const uid of uids) {
    const { status, body } = await stranger.get(`/api/users/${encodeURIComponent(uid)}/info/mood`);
    expect(status).toBe(404);
    expect(body).toEqual({ error: { code: 'not_found', message: `No mood data found for user with UID: ${uid}` } });
  }
  expect((await visitor.get(`/api/users/${ada.uid}/info/mood`)).status).toBe(401);
});

test('20 calls at once with one request id are one choice, one event and one text to each friend', async () => {
  const friend = await grace.listen();
  const requestId = newId();
  const answers = await Promise.all(Array.from({ length: 20 }, () => chooseOnce(ada, 'Dark', requestId)));
  const { chosenAt } = answers[0]!.body;
  const { mine } = (await ada.get('/api/asks')).body;
  const ask = { id: mine.id, opensAt: mine.opensAt, textsAt: mine.textsAt };
  for (const { status, body } of answers) {
    expect([status, body]).toEqual([
      200,
      { mood: 'Dark', chosenAt, textsLimited: false, textsOn: true, ask, friends: 3 },
    ]);
  }
  expect(await history(ada)).toEqual(['Dark']);
  expect((await friend.everything()).filter(({ type }) => type === 'mood')).toHaveLength(1);
  expect(await texts()).toHaveLength(2);
});

test('a late repeat leaves a newer mood as it is, and answers as the first call', async () => {
  const requestId = newId();
  const { body: first } = await chooseOnce(ada, 'Dark', requestId);
  await ada.choose('Green');
  expect((await chooseOnce(ada, 'Dark', requestId)).body).toEqual(first);
  expect((await chooseOnce(ada, 'Purple', requestId)).body).toEqual(first);
  expect((await ada.get(`/api/users/${ada.uid}/info/mood`)).body.mood).toBe('Green');
  expect(await history(ada)).toEqual(['Dark', 'Green']);
  expect(await texts()).toHaveLength(2);
});

test('repeats racing a newer choice leave both in the history once, and the later one as the mood', async () => {
  for (let round = 0; round < 20; round += 1) {
    const [one, other] = [newId(), newId()];
    await Promise.all(
      [one, other, one, other, one, other].map((id) => chooseOnce(ada, id === one ? 'Dark' : 'Yellow', id)),
    );
    const moods = await history(ada);
    expect(moods).toHaveLength(2 * (round + 1));
    expect((await ada.get(`/api/users/${ada.uid}/info/mood`)).body.mood).toBe(moods.at(-1));
  }
});

test('a request id of another person is another choice', async () => {
  const requestId = newId();
  await chooseOnce(ada, 'Dark', requestId);
  const { body } = await chooseOnce(grace, 'Purple', requestId);
  expect(body).toMatchObject({ mood: 'Purple', friends: 1 });
  expect(await history(grace)).toEqual(['Purple']);
});

test.each(['', 'no uuid', 7, null, {}, ['0193b2a5-0000-7000-8000-000000000000']])(
  '%j is no request id',
  async (requestId) => {
    expect((await ada.put(`/api/users/${ada.uid}/info/mood`, { mood: 'Dark', requestId })).status).toBe(400);
    expect(await history(ada)).toEqual([]);
  },
);
