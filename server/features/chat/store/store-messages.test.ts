import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { type ChatConnection, openChatConnection } from '#server/database/chat-connection.ts';
import { createTestDatabase } from '#tests/support/database/database.ts';
import { insertMessages } from './store-messages.ts';

const database = await createTestDatabase();
const nodes = [openChatConnection(database.url), openChatConnection(database.url)];
afterAll(async () => {
  for (const node of nodes) await node.close();
  await database.drop();
});

test('two nodes that store for the same people at the same time never deadlock', async () => {
  const pairs = await connectedPairs(300);
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

test('each message gets its own row, in whatever order the database answers', async () => {
  const pairs = await connectedPairs(3);
  const batch = pairs.map(([sender, receiver]) => ({ id: randomUUID(), sender, receiver, content: 'Hello' }));
  const backwards: Pick<ChatConnection, 'query'> = {
    async query<Row extends pg.QueryResultRow>(statement: pg.QueryConfig) {
      const result = await nodes[0]!.query<Row>(statement);
      return { ...result, rows: result.rows.toReversed() };
    },
  };
  const stored = await insertMessages(backwards, batch);
  expect(stored.map((each) => each?.message.id)).toEqual(batch.map(({ id }) => id));
  expect(new Set(stored.map((each) => each?.message.seq)).size).toBe(3);
});

test('a batch is stored by index lookups alone, and locks its connections in their sorted order', async () => {
  const [pair] = await connectedPairs(1);
  const [sender, receiver] = pair!;
  await insertMessages(nodes[0]!, [{ id: randomUUID(), sender, receiver, content: 'Hello' }]);
  const { rows } = await nodes[0]!.query<{ 'QUERY PLAN': string }>({
    text: `explain (costs off) execute "store-messages" ('{}', '{}', '{}', '{}')`,
  });
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).not.toMatch(/Seq Scan|Hash|Materialize/);
  expect(plan).toMatch(/Index Only Scan using connections_pkey on connections c\n +Index Cond/);
  expect(plan).toMatch(
    /Insert on connections\n +Conflict Resolution: UPDATE\n.*\n +-> .*\n +-> {2}Unique\n +-> {2}(Sort|Merge Append)\n +Sort Key: stored_1.sender, /,
  );
});

async function connectedPairs(count: number): Promise<[string, string][]> {
  const pairs = Array.from({ length: count }, (): [string, string] => [randomUUID(), randomUUID()]);
  for (const id of pairs.flat()) {
    const email = `${id}@example.com`;
    await database.db
      .insertInto('users')
      .values({ id, name: '', firstname: 'Ada', lastname: 'Lovelace', email, phonenumber: '', phone_e164: null })
      .execute();
  }
  const connections = pairs.flatMap(([owner, other]) => [
    { owner, other, lastmessage: null },
    { owner: other, other: owner, lastmessage: null },
  ]);
  await database.db.insertInto('connections').values(connections).execute();
  return pairs;
}
