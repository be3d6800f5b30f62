import { beforeEach, expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { startPushTestServer } from '#tests/support/push/push-test-server.ts';

const server = await startPushTestServer();
const { signUp, subscribe, expectTags, settled, passTime, sql } = server;

let ada: Member;
let grace: Member;
beforeEach(async () => {
  ada = await signUp({ firstname: 'Ada' });
  grace = await signUp({ firstname: 'Grace', phonenumber: '+14155550101' });
  await ada.connect(grace);
  await grace.post('/api/messages/read', { sender: ada.uid });
});

async function say(content: string): Promise<string> {
  const id = crypto.randomUUID();
  expect((await ada.post('/api/messages', { id, receiver: grace.uid, content })).status).toBe(200);
  return id;
}

const remove = (who: Member, id: string, whom: string) => who.post(`/api/messages/${id}/delete`, { for: whom });

test.each([
  ['for both', 'both', () => ada],
  ['by its reader for themselves', 'me', () => grace],
])('a notification about a message that is deleted %s closes, and no push has the words', async (_, whom, by) => {
  const phone = await subscribe(grace, 'phone');
  const id = await say('the words that must go');
  await expectTags(phone, `chat-${ada.uid}`);
  expect((await remove(by(), id, whom)).status).toBe(200);
  await passTime();
  await expectTags(phone, `chat-${ada.uid}`, `close chat-${ada.uid}`);
});

test('an earlier message that is still unread gets a notification in its place', async () => {
  const phone = await subscribe(grace, 'phone');
  const tab = await grace.listen();
  await say('Please call me');
  const typo = await say('the words that must go');
  await settled();
  expect((await sql`select from pushes where reason = ${typo}`).length).toBe(1);
  expect((await remove(ada, typo, 'both')).status).toBe(200);
  await passTime();
  await expectTags(phone, `chat-${ada.uid}`);
  expect(phone.tags()).toEqual([`chat-${ada.uid}`]);
  tab.terminate();
});

test('a text about it that waits to be sent again is cancelled', async () => {
  const id = await say('the words that must go');
  await settled();
  await sql`update texts set status = 'queued', attempts = 1, next_attempt_at = now() + interval '1 hour', settled_at = null
     where id = ${id}`;
  expect((await remove(ada, id, 'both')).status).toBe(200);
  const rows = await sql`select status, next_attempt_at, settled_at from texts where id = ${id}`;
  expect(rows).toEqual([{ status: 'cancelled', next_attempt_at: null, settled_at: expect.any(Date) }]);
});
