import { expect, test } from 'vitest';
import { PREVIEW_LENGTH } from '#contract/chat/preview-text.ts';
import type { Member } from '#fixtures/client.ts';
import { say } from '#tests/support/people/chat-friends.ts';
import { sendPhoto } from '#tests/support/people/send-photo.ts';
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

async function previewOf(who: Member, other: Member) {
  const { body } = await who.circle();
  return body.find(({ uid }: { uid: string }) => uid === other.uid)?.preview;
}

test('a preview has the first whole characters of the newest message on one line, and says whose they are', async () => {
  await say(ada, grace, 'Not this one');
  await say(grace, ada, 'Two\n\n  lines');
  expect(await previewOf(ada, grace)).toMatchObject({ mine: false, text: 'Two lines' });
  expect(await previewOf(grace, ada)).toMatchObject({ mine: true, text: 'Two lines' });
  await say(ada, grace, `a${'👋'.repeat(2_000)}`);
  expect(await previewOf(grace, ada)).toMatchObject({ text: `a${'👋'.repeat(PREVIEW_LENGTH - 1)}` });
});

test('a photo has no words but those beside it', async () => {
  await sendPhoto(ada, grace);
  expect(await previewOf(grace, ada)).toEqual({ seq: expect.any(Number), mine: false, text: '' });
  await sendPhoto(ada, grace, { content: 'Look' });
  expect(await previewOf(grace, ada)).toMatchObject({ text: 'Look' });
});

test('of two messages of one moment, the one that the chat shows last is the newest', async () => {
  await Promise.all([say(ada, grace, 'One'), say(grace, ada, 'Other')]);
  await database.pool.query("update messages set timestamp = '2026-01-01'");
  const { body } = await ada.get(`/api/messages?with=${grace.uid}`);
  const last = body.messages.at(-1);
  expect(await previewOf(ada, grace)).toEqual({
    seq: last.seq,
    mine: last.sender === ada.uid,
    text: last.content,
  });
});

test('a chat without messages has no preview', async () => {
  const mei = await signUp({ firstname: 'Mei' });
  await ada.connect(mei);
  await database.pool.query('delete from messages where $1 in (sender, receiver)', [mei.uid]);
  expect(await previewOf(ada, mei)).toBeNull();
});

test('a preview is of the two people’s own chat, also where two chats have the same key', async () => {
  const mei = await signUp({ firstname: 'Mei' });
  await mei.connect(grace);
  await say(grace, ada, 'For Ada alone');
  await say(grace, mei, 'For Mei alone');
  const { rows } = await database.pool.query("select pg_get_functiondef('conversation_key'::regproc) as definition");
  await database.pool.query(`
    create or replace function conversation_key(one uuid, other uuid) returns bigint language sql immutable parallel safe
      as 'select 0::bigint';
    reindex index messages_conversation`);
  expect(await previewOf(ada, grace)).toMatchObject({ text: 'For Ada alone' });
  expect(await previewOf(mei, grace)).toMatchObject({ text: 'For Mei alone' });
  await database.pool.query(`${rows[0].definition}; reindex index messages_conversation`);
});
