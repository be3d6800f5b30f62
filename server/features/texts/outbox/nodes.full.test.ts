import { afterAll, expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { connectAll } from '#fixtures/insert-members.ts';
import { sqlOn } from '#fixtures/sql.ts';
import { openEndpoint, status } from '#tests/support/servers/endpoint.ts';
import { startOtherNode } from '#tests/support/servers/other-node.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const FRIENDS = 60;

const endpoint = await openEndpoint();
const first = await startTestServer({ databaseUrl: 'shared', generalMessageUrl: `${endpoint.address}?first` });
const second = await startOtherNode(first, { generalMessageUrl: `${endpoint.address}?second` });
afterAll(async () => {
  await second.stop();
  await endpoint.close();
});

async function personWith(friends: number): Promise<Member> {
  const people = await first.insertMembers(1 + friends);
  await connectAll(
    sqlOn(() => first.database.pool),
    people,
  );
  return people[0]!;
}

test('two nodes share the texts of two simultaneous calls for support, and send each exactly once', async () => {
  const [ada, grace] = [await personWith(FRIENDS), await personWith(FRIENDS)];

  // No text is answered until both nodes are sending, so neither can send all of them.
  const sendingNodes = () => new Set(endpoint.received.map(({ query }) => query)).size;
  const bothAreSending = Promise.withResolvers<void>();
  endpoint.answer = async (response, received) => {
    if (sendingNodes() === 2) bothAreSending.resolve();
    await bothAreSending.promise;
    status(202)(response, received);
  };
  await Promise.all([
    ada.choose('Dark'),
    second.as(grace).put(`/api/users/${grace.uid}/info/mood`, { mood: 'Purple' }),
  ]);
  await first.settled();
  const { rows: texts } = await first.database.pool.query('select id, status from texts');
  expect(texts.map(({ status }) => status)).toEqual(Array(2 * FRIENDS).fill('sent'));
  expect(endpoint.keys().sort()).toEqual(texts.map(({ id }) => id).sort());
});
