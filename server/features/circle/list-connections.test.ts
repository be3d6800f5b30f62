import { expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { say } from '#tests/support/people/chat-friends.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const { database, signUp, holdCalls } = await startTestServer();

const ada = await signUp({ firstname: 'Ada', lastname: 'Lovelace' });
const grace = await signUp({
  firstname: 'Grace',
  lastname: 'Hopper',
  email: 'grace@example.com',
  phonenumber: '415 555 0101',
});
const alan = await signUp({ firstname: 'Alan', lastname: 'Turing' });

const uids = async (who: Member) => (await who.circle()).body.map((entry: { uid: string }) => entry.uid);

test('an entry has exactly the fields of the specification, an empty email, the unread count, the preview, and when the mood was chosen', async () => {
  const before = Date.now();
  await grace.connect(ada);
  await grace.choose('Purple');
  const { body } = await ada.circle();
  expect(body).toEqual([
    {
      uid: grace.uid,
      firstname: 'Grace',
      lastname: 'Hopper',
      initials: 'GH',
      phonenumber: '415 555 0101',
      email: '',
      mood: 'Purple',
      moodChosenAt: expect.any(Number),
      lastmessage: expect.any(Number),
      unread: 1,
      preview: { seq: expect.any(Number), mine: false, text: 'Hey 👋 how are you doing today?' },
    },
  ]);
  expect(body[0].lastmessage).toBeGreaterThanOrEqual(before);
  expect(body[0].lastmessage).toBeLessThanOrEqual(Date.now());
});

test('the newest lastmessage comes first; a connection without messages shows 0, and comes last', async () => {
  await ada.connect(alan);
  expect(await uids(ada)).toEqual([alan.uid, grace.uid]);
  await say(ada, grace, 'Hello');
  expect(await uids(ada)).toEqual([grace.uid, alan.uid]);
  await say(alan, ada, 'Hi Ada');
  expect(await uids(ada)).toEqual([alan.uid, grace.uid]);
  await database.pool.query('update connections set lastmessage = null where other = $1', [alan.uid]);
  expect((await ada.circle()).body).toMatchObject([{ uid: grace.uid }, { uid: alan.uid, lastmessage: 0 }]);
});

test('a friend is new until their first choice that the person may see', async () => {
  const isNew = async (who: Member) => (await who.circle()).body.map((entry: { isNew?: true }) => entry.isNew);
  const [lena, tomas] = [await signUp({ firstname: 'Lena' }), await signUp({ firstname: 'Tomás' })];
  await lena.connect(tomas);
  const own = async () => (await lena.get(`/api/users/${lena.uid}/info/mood`)).body;
  expect(await own()).toMatchObject({ mood: 'Green', isNew: true });
  expect(await isNew(lena)).toEqual([true]);
  await tomas.control(lena, { hidesMood: true });
  await tomas.choose('Dark');
  expect(await isNew(lena)).toEqual([true]);
  await tomas.choose('Yellow');
  expect(await isNew(lena)).toEqual([undefined]);
  // Who has seen a choice does not see a new friend again.
  await lena.choose('Purple');
  expect(await own()).not.toHaveProperty('isNew');
  await lena.control(tomas, { hidesMood: true });
  expect(await isNew(tomas)).toEqual([undefined]);
});

test('nobody is new again when they hide their mood after a call that they took back', async () => {
  holdCalls(60);
  const [lena, tomas] = [await signUp({ firstname: 'Lena' }), await signUp({ firstname: 'Tomás' })];
  await lena.connect(tomas);
  const columns = ['created_at', 'mood_chosen_at', 'calm_chosen_at'];
  await database.pool.query(
    `update users set ${columns.map((column) => `${column} = ${column} - interval '2 days'`)} where id = $1`,
    [tomas.uid],
  );
  const { id } = (await tomas.choose('Dark')).body.ask;
  expect((await tomas.post(`/api/asks/${id}/undo`)).status).toBe(200);
  const entry = async () => (await lena.circle()).body[0];
  expect(await entry()).toMatchObject({ mood: 'Green' });
  expect(await entry()).not.toHaveProperty('isNew');
  await tomas.control(lena, { hidesMood: true });
  expect(await entry()).not.toHaveProperty('isNew');
});
