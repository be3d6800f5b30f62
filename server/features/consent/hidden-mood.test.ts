import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { LiveEvent } from '#contract/live.ts';
import type { Member } from '#fixtures/client.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const { signUp, texts, holdCalls, now, sql } = await startTestServer();

const ada = await signUp({ phonenumber: '+14155550100' });
/** Ada hides her calls from Sam; Grace is an ordinary friend. */
const sam = await signUp({ firstname: 'Sam', phonenumber: '+14155550101' });
const grace = await signUp({ firstname: 'Grace', phonenumber: '+14155550102' });
await ada.connect(sam);
await ada.connect(grace);
await ada.choose('Yellow');

const hide = async (hidesMood: boolean) => {
  const { status, body } = await ada.control(sam, { hidesMood });
  expect([status, body.hidesMood]).toEqual([200, hidesMood]);
};

/** The bytes of every call in which the friend could see something of Ada. */
async function seenBy(friend: Member): Promise<string> {
  const paths = [
    `/api/users/${friend.uid}/connections`,
    `/api/users/${ada.uid}/info`,
    `/api/users/${ada.uid}/info/mood`,
    `/api/messages?with=${ada.uid}`,
    '/api/asks',
    `/api/users/${friend.uid}/export`,
    `/api/users/${friend.uid}/requests`,
  ];
  const answers = await Promise.all(paths.map((path) => friend.get(path)));
  const search = await friend.post('/api/users/search', { query: 'Lovelace' });
  return JSON.stringify([...answers, search].map(({ status, body }) => [status, body])).replaceAll(
    /"seenAt":"[^"]*"/g,
    '',
  );
}

beforeEach(async () => {
  await hide(false);
  await ada.choose('Yellow');
  await sql`delete from asks`;
  await texts();
});

describe('a mood that is hidden from a friend', () => {
  test('leaves each call, frame and count of theirs as it was, while it asks for support and is answered', async () => {
    await hide(true);
    const before = await seenBy(sam);
    const [his, hers] = [await sam.listen(), await grace.listen()];
    for (const mood of ['Purple', 'Dark']) await ada.choose(mood);
    const { id } = (await hers.next('friend-ask')) as Extract<LiveEvent, { type: 'friend-ask' }>;
    for (const call of ['seen', 'hand-over']) expect((await sam.post(`/api/asks/${id}/${call}`)).status).toBe(404);
    expect((await sam.put(`/api/asks/${id}/answer`, { answer: 'yes' })).status).toBe(404);
    expect((await grace.put(`/api/asks/${id}/answer`, { answer: 'yes' })).status).toBe(200);
    expect((await ada.patch(`/api/asks/${id}`, { note: 'bad night' })).status).toBe(200);
    expect((await ada.post(`/api/asks/${id}/close`, { tell: true })).status).toBe(200);
    const told = (await texts()).filter(({ message }) => message.includes('support'));
    expect(new Set(told.map((text) => text.phone_number))).toEqual(new Set(['+14155550102']));
    expect(await seenBy(sam)).toBe(before);
    expect(await his.everything()).toEqual([]);
    expect((await hers.next('mood')).mood).toBe('Purple');
  });

  test('a look of theirs keeps no time of it', async () => {
    await hide(true);
    const before = await seenBy(sam);
    await ada.choose('Dark');
    const his = await sam.listen();
    his.send({ type: 'seen', uid: ada.uid, chosenAt: Date.now() + 60_000 });
    await his.everything();
    const { chosenAt } = (await sam.get(`/api/users/${ada.uid}/info/mood`)).body;
    // The mark is stored after the frame was read, and has no answer.
    await vi.waitFor(async () => {
      const rows =
        await sql`select mood_seen_at as at from connections where owner = ${sam.uid} and other = ${ada.uid}`;
      expect(rows[0]!.at?.getTime()).toBe(chosenAt);
    });
    const withoutMark = (bytes: string) => bytes.replaceAll(/"moodSeenAt":("[^"]*"|null)/g, '');
    expect(withoutMark(await seenBy(sam))).toBe(withoutMark(before));
  });

  test('while it is calm comes as to everybody, with the same times', async () => {
    await hide(true);
    const [his, hers] = [await sam.listen(), await grace.listen()];
    await ada.choose('Green');
    expect(await his.next('mood')).toEqual(await hers.next('mood'));
    await his.everything();
    const of = async (friend: Member) => (await friend.get(`/api/users/${ada.uid}/info/mood`)).body;
    expect(await of(sam)).toEqual(await of(grace));
    await hide(false);
    expect(await of(sam)).toEqual(await of(grace));
    expect(await his.everything()).toEqual([]);
  });

  test('after an undo brings them no event', async () => {
    holdCalls(60);
    await hide(true);
    const before = await seenBy(sam);
    const [his, hers] = [await sam.listen(), await grace.listen()];
    await ada.choose('Dark');
    const { id } = (await ada.get('/api/asks')).body.mine;
    expect((await ada.post(`/api/asks/${id}/undo`)).body.mood).toBe('Yellow');
    const [dark, yellow] = [await hers.next('mood'), await hers.next('mood')];
    expect([dark.mood, yellow.mood]).toEqual(['Dark', 'Yellow']);
    expect(yellow.chosenAt).toBeGreaterThan(dark.chosenAt);
    expect(await his.everything()).toEqual([]);
    expect(await seenBy(sam)).toBe(before);
    // The mood that is shown again is of this moment: the time of the undo would tell of the call.
    const at = await now();
    await hide(false);
    expect((await his.next('mood')).chosenAt).toBeGreaterThanOrEqual(at);
  });
});

describe('at hiding and showing again', () => {
  test('a call looks to the friend as if Ada had chosen her last calm mood, then Dark, with times that grow', async () => {
    const his = await sam.listen();
    await ada.choose('Dark');
    expect(await his.next('mood')).toMatchObject({ mood: 'Dark' });
    const entry = async () => (await sam.circle()).body.find(({ uid }: Member) => uid === ada.uid);
    expect(await his.next('friend-ask')).toMatchObject({ state: 'open' });
    const dark = await entry();
    expect(dark.mood).toBe('Dark');
    await hide(true);
    const calm = await his.next('mood');
    expect(calm).toEqual({ type: 'mood', uid: ada.uid, mood: 'Yellow', chosenAt: expect.any(Number) });
    expect(await entry()).toMatchObject({ mood: 'Yellow', moodChosenAt: calm.chosenAt });
    expect(calm.chosenAt).toBeGreaterThan(dark.moodChosenAt);
    expect(await his.next('friend-ask')).toMatchObject({ state: 'closed' });
    await hide(false);
    const again = await his.next('mood');
    expect(again.mood).toBe('Dark');
    expect(again.chosenAt).toBeGreaterThan(calm.chosenAt);
    expect(await entry()).toMatchObject({ mood: 'Dark', moodChosenAt: again.chosenAt });
  });

  test('a calm mood changes nothing, neither a time nor a frame', async () => {
    const before = await seenBy(sam);
    const his = await sam.listen();
    await hide(true);
    expect(await seenBy(sam)).toBe(before);
    await hide(false);
    expect(await seenBy(sam)).toBe(before);
    expect(await his.everything()).toEqual([]);
  });

  test('a choice of Dark at the same moment is not heard by the friend, however the two fall', async () => {
    for (let n = 0; n < 8; n++) {
      await hide(false);
      await ada.choose('Yellow');
      const his = await sam.listen();
      await Promise.all([hide(true), ada.choose('Dark')]);
      await new Promise((done) => setImmediate(done));
      const heard = (await his.everything()).filter((event) => event.type === 'mood');
      // Dark before the hiding is taken back by a later time; after it, nothing comes.
      expect(heard.sort((a, b) => a.chosenAt - b.chosenAt).at(-1)?.mood ?? 'Yellow').toBe('Yellow');
      expect((await sam.get(`/api/users/${ada.uid}/info/mood`)).body.mood).toBe('Yellow');
    }
  });
});
