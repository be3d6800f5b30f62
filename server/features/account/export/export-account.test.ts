import { expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { exportAccount } from './export-account.ts';

const { moodring, signUp, settled, sql } = await startTestServer();

const ada = await signUp({ firstname: 'Ada', email: 'ada@example.com', phonenumber: '415 555 0101' });
const grace = await signUp({
  firstname: 'Grace',
  lastname: 'Hopper',
  email: 'grace@example.com',
  phonenumber: '415 555 0102',
});
const eve = await signUp({ firstname: 'Eve' });
await ada.connect(grace);
await grace.connect(eve);
await grace.say(ada, 'Line\n"two" 🎈');
await grace.say(eve, 'not for Ada');
await ada.choose('Dark');
await ada.choose('Green');
await grace.choose('Purple');
await ada.post('/api/texts/general', { phoneNumber: '415 555 0199', message: 'from the form' });
await settled();

const exported = (member: Member) => member.get(`/api/users/${member.uid}/export`);

test("is the person's tree as in the specification, with all their data, no secret and nothing of others", async () => {
  const { status, headers, body } = await exported(ada);
  expect(status).toBe(200);
  expect(headers.get('content-disposition')).toContain('moodring.json');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body.users).toEqual({
    [ada.uid]: {
      info: {
        firstname: 'Ada',
        lastname: 'Lovelace',
        initials: 'AL',
        phonenumber: '415 555 0101',
        email: 'ada@example.com',
        mood: 'Green',
      },
      connections: {
        [grace.uid]: {
          uid: grace.uid,
          firstname: 'Grace',
          lastname: 'Hopper',
          initials: 'GH',
          phonenumber: '415 555 0102',
          email: '',
          mood: 'Purple',
          moodSeenAt: null,
          hidesMood: false,
          mutedUntil: null,
          lastMessage: expect.stringMatching(/^\d{4}-/),
          connectedAt: expect.stringMatching(/^\d{4}-/),
        },
      },
    },
  });
  expect(body.messages).toEqual([
    expect.objectContaining({ sender: ada.uid, receiver: grace.uid, content: 'Hey 👋 how are you doing today?' }),
    {
      id: expect.any(String),
      sender: grace.uid,
      receiver: ada.uid,
      content: 'Line\n"two" 🎈',
      timestamp: expect.stringMatching(/^\d{4}-/),
      read: false,
      ...{ replyTo: null, deletedAt: null, reactions: [], photos: null },
    },
  ]);
  expect(body.moods.map(({ mood }: { mood: string }) => mood)).toEqual(['Dark', 'Green']);
  expect(body.texts.map(({ cause }: { cause: string }) => cause)).toEqual(['form']);
  expect(body.textsReceived).toMatchObject([
    { cause: 'mood', author: grace.uid, recipient: ada.uid },
    { cause: 'message', author: grace.uid, recipient: ada.uid },
  ]);
  expect(body.settings).toEqual((await ada.get(`/api/users/${ada.uid}/settings`)).body);
  expect(body.invite).toBeNull();
  expect(body.devices).toMatchObject([{ isThis: true, address: '127.0.0.1', browser: 'node' }]);
  expect(body.complete).toBe(true);
  const text = JSON.stringify(body);
  expect(text).not.toMatch(/password|token|not for Ada/i);
  expect(text).not.toContain(eve.uid);
});

test('says in the person’s language that a message was deleted', async () => {
  const { body: message } = await grace.say(ada, 'Not meant for you');
  await grace.post(`/api/messages/${message.id}/delete`, { for: 'both' });
  expect((await ada.set({ language: 'de' })).status).toBe(200);
  expect((await exported(ada)).body.messages.at(-1)).toMatchObject({ id: message.id, content: 'Nachricht gelöscht' });
});

test('has every message of a long conversation, in order', async () => {
  await sql`insert into messages (id, sender, receiver, content)
     select gen_random_uuid(), ${grace.uid}, ${ada.uid}, 'line ' || n from generate_series(1, 2500) n`;
  const { body } = await exported(ada);
  expect(body.messages.slice(3).map(({ content }: { content: string }) => content)).toEqual(
    Array.from({ length: 2500 }, (_, n) => `line ${n + 1}`),
  );
});

test('has at most 50 messages in one piece: they can be long', async () => {
  const lines: number[] = [];
  for await (const piece of exportAccount(moodring.context, ada)) lines.push(piece.split('\n').length - 1);
  expect(Math.max(...lines)).toBe(50);
});

test('a HEAD request reads nothing, and delays no export', async () => {
  const path = `/api/users/${ada.uid}/export`;
  expect(await ada.call('HEAD', path)).toMatchObject({ status: 200, body: undefined });
  expect((await exported(ada)).status).toBe(200);
});
