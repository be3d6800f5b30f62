import { expect, test } from 'vitest';
import { PREVIEW_LENGTH } from '#contract/chat/preview-text.ts';
import type { Member } from '#fixtures/client.ts';
import { say } from '#tests/support/people/chat-friends.ts';
import { sendPhoto } from '#tests/support/people/send-photo.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const { database, signUp } = await startTestServer();

const ada = await signUp();
const grace = await signUp({ firstname: 'Grace' });
await ada.connect(grace);

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

test('a photo without words reads ‘Photo’', async () => {
  await sendPhoto(ada, grace);
  expect(await previewOf(grace, ada)).toMatchObject({ text: 'Photo' });
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
