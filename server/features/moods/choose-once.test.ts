import { beforeEach, expect, test } from 'vitest';
import { newId } from '#contract/new-id.ts';
import type { Member } from '#fixtures/client.ts';
import { startAskServer } from '#tests/support/asks/ask-server.ts';

const { server, pool } = await startAskServer();
const { signUp, texts } = server;

let ada: Member;
let grace: Member;
beforeEach(async () => {
  ada = await signUp({ firstname: 'Ada' });
  grace = await signUp({ firstname: 'Grace', phonenumber: '+14155550101' });
  await ada.connect(grace);
});

const choose = (who: Member, mood: string, requestId: string) =>
  who.put(`/api/users/${who.uid}/info/mood`, { mood, requestId });
const history = async (uid: string) =>
  (await pool.query('select mood from mood_choices where uid = $1 order by chosen_at', [uid])).rows.map(
    ({ mood }) => mood,
  );
const textsOf = async (uid: string) =>
  (await texts()).filter(({ author, cause }) => author === uid && cause === 'mood');

test('20 calls at once with one request id are one choice, one event and one text', async () => {
  const friend = await grace.listen();
  const requestId = newId();
  const answers = await Promise.all(Array.from({ length: 20 }, () => choose(ada, 'Dark', requestId)));
  const { chosenAt } = answers[0]!.body;
  const { mine } = (await ada.get('/api/asks')).body;
  const ask = { id: mine.id, opensAt: mine.opensAt, textsAt: mine.textsAt };
  for (const { status, body } of answers) {
    expect([status, body]).toEqual([
      200,
      { mood: 'Dark', chosenAt, textsLimited: false, textsOn: true, ask, friends: 1 },
    ]);
  }
  expect(await history(ada.uid)).toEqual(['Dark']);
  expect((await friend.everything()).filter(({ type }) => type === 'mood')).toHaveLength(1);
  expect(await textsOf(ada.uid)).toHaveLength(1);
});

test('a late repeat leaves a newer mood as it is, and answers as the first call', async () => {
  const requestId = newId();
  const { body: first } = await choose(ada, 'Dark', requestId);
  await ada.choose('Green');
  expect((await choose(ada, 'Dark', requestId)).body).toEqual(first);
  expect((await choose(ada, 'Purple', requestId)).body).toEqual(first);
  expect((await ada.get(`/api/users/${ada.uid}/info/mood`)).body.mood).toBe('Green');
  expect(await history(ada.uid)).toEqual(['Dark', 'Green']);
  expect(await textsOf(ada.uid)).toHaveLength(1);
});

test('repeats racing a newer choice leave both in the history once, and the later one as the mood', async () => {
  for (let round = 0; round < 20; round += 1) {
    const [one, other] = [newId(), newId()];
    await Promise.all(
      [one, other, one, other, one, other].map((id) => choose(ada, id === one ? 'Dark' : 'Yellow', id)),
    );
    const moods = await history(ada.uid);
    expect(moods).toHaveLength(2 * (round + 1));
    expect((await ada.get(`/api/users/${ada.uid}/info/mood`)).body.mood).toBe(moods.at(-1));
  }
});

test('a request id of another person is another choice', async () => {
  const requestId = newId();
  await choose(ada, 'Dark', requestId);
  const { body } = await choose(grace, 'Purple', requestId);
  expect(body).toMatchObject({ mood: 'Purple', friends: 1 });
  expect(await history(grace.uid)).toEqual(['Purple']);
});

test.each(['', 'no uuid', 7, null, {}, ['0193b2a5-0000-7000-8000-000000000000']])(
  '%j is no request id',
  async (requestId) => {
    expect((await ada.put(`/api/users/${ada.uid}/info/mood`, { mood: 'Dark', requestId })).status).toBe(400);
    expect(await history(ada.uid)).toEqual([]);
  },
);
