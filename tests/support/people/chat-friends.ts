import { beforeEach } from 'vitest';
import type { Message } from '#contract/views.ts';
import type { Member } from '#fixtures/client.ts';
import { startTestServer, type TestServer } from '../servers/test-server.ts';

/** Ada and Grace, friends on a test server. Before each test their chat is empty. Call it at the top of the file. */
export async function startChatFriends(): Promise<TestServer & { ada: Member; grace: Member }> {
  const server = await startTestServer();
  const [ada, grace] = [await server.signUp(), await server.signUp()];
  await ada.connect(grace);
  beforeEach(() => server.database.pool.query('delete from messages'));
  return { ...server, ada, grace };
}

/** Sends a chat message by HTTP. @returns it as its sender sees it */
export const say = async (from: Member, to: Member, content: string, replyTo?: string): Promise<Message> =>
  (await from.post('/api/messages', { id: crypto.randomUUID(), receiver: to.uid, content, replyTo })).body;

/** The newest page of a chat, as `who` sees it. */
export const listMessages = async (who: Member, other: Member): Promise<Message[]> =>
  (await who.get(`/api/messages?with=${other.uid}`)).body.messages;
