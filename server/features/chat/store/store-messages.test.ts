import { afterAll, expect, test } from 'vitest';
import { createRandom, shuffle } from '#fixtures/population/random.ts';
import { openChatConnection } from '#server/database/chat-connection.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { insertMessages } from './store-messages.ts';

const { database, insertMembers, connectAll } = await startTestServer();
const nodes = [openChatConnection(database.url), openChatConnection(database.url)];
afterAll(() => Promise.all(nodes.map((node) => node.close())));
// So that only PostgreSQL ends a wait, for a deadlock.
for (const node of nodes) await node.query({ text: 'set lock_timeout = 0' });

test('two nodes that store for the same people at the same time never deadlock', async () => {
  const random = createRandom(7, 'batches');
  const people = await insertMembers(25);
  await connectAll(people);
  const pairs = people.flatMap(({ uid: sender }) => people.map(({ uid: receiver }) => ({ sender, receiver })));
  const some = () =>
    shuffle(
      random,
      pairs.filter(({ sender, receiver }) => sender !== receiver),
    )
      .slice(0, 1 + random.below(300))
      .map((pair) => ({ ...pair, id: crypto.randomUUID(), content: 'Hello' }));
  for (let round = 0; round < 25; round++) {
    const stored = await Promise.all(nodes.map((node) => insertMessages(node, some())));
    expect(stored.flat()).not.toContain(undefined);
  }
});
