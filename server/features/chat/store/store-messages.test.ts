import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { connectAll, insertMembers } from '#fixtures/insert-members.ts';
import { sqlOn } from '#fixtures/sql.ts';
import { openChatConnection } from '#server/database/chat-connection.ts';
import { createTestDatabase } from '#tests/support/database/database.ts';
import { insertMessages } from './store-messages.ts';

const database = await createTestDatabase();
const nodes = [openChatConnection(database.url), openChatConnection(database.url)];
afterAll(async () => {
  for (const node of nodes) await node.close();
  await database.drop();
});

test('two nodes that store for the same people at the same time never deadlock', async () => {
  const sql = sqlOn(() => database.pool);
  const people = await insertMembers(sql, '', '', 25);
  await connectAll(sql, people);
  const pairs = people.flatMap((one, n) => people.slice(n + 1).map((other) => [one.uid, other.uid]));
  let sent = 0;
  const some = () => {
    const batch = pairs
      .toSorted(() => Math.random() - 0.5)
      .slice(0, 1 + Math.floor(Math.random() * pairs.length))
      .map((pair) => (Math.random() < 0.5 ? pair : pair.toReversed()))
      .map(([sender, receiver]) => ({ id: randomUUID(), sender: sender!, receiver: receiver!, content: 'Hello' }));
    sent += batch.length;
    return batch;
  };
  for (let round = 0; round < 25; round++) {
    await Promise.all(nodes.map((node) => insertMessages(node, some())));
  }
  const { rows } = await database.pool.query('select count(*)::integer as stored from messages');
  expect(rows).toEqual([{ stored: sent }]);
}, 30_000);
