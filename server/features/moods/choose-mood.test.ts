import { beforeEach, expect, test } from 'vitest';
import { asksForSupport, MOODS } from '#contract/moods.ts';
import { CONNECTIONS } from '#server/database/connection-budget.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const { moodring, origin, visitor, database, signUp, texts, settled, deleteTexts } = await startTestServer();

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

const history = async (uid: string) =>
  (await database.pool.query('select mood from mood_choices where uid = $1 order by chosen_at', [uid])).rows;

test.each(MOODS)('%s can be chosen, and the person and their connections see it', async (mood) => {
  const { status, body } = await ada.choose(mood);
  const { mood: chosenMood, chosenAt, ask, ...reach } = body;
  const chosen = { mood: chosenMood, chosenAt };
  expect([status, chosen]).toEqual([200, { mood, chosenAt: expect.any(Number) }]);
  expect(reach).toEqual({ textsLimited: false, textsOn: false, friends: 3 });
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
  expect(await history(ada.uid)).toEqual([{ mood }, { mood }]);
});

test('choices at the same moment are all stored with their texts, at different times, and the mood is the last of them', async () => {
  const friend = await grace.listen();
  const chosen = Array.from({ length: 10 }, () => MOODS).flat();
  await Promise.all(chosen.map((mood) => ada.choose(mood)));
  const published = (await friend.everything()).filter((event) => event.type === 'mood');
  expect(new Set(published.map(({ chosenAt }) => chosenAt)).size).toBe(chosen.length);
  const { mood, chosenAt } = published.reduce((one, other) => (other.chosenAt > one.chosenAt ? other : one));
  expect((await grace.get(`/api/users/${ada.uid}/info/mood`)).body).toEqual({ mood, chosenAt });
  const kept = await history(ada.uid);
  expect(kept).toHaveLength(chosen.length);
  expect(kept.at(-1)).toEqual({ mood });
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
  expect(await history(ada.uid)).toEqual([{ mood: 'Yellow' }]);
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
