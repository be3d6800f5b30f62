import { afterAll, expect, test, vi } from 'vitest';
import { connectAll } from '#fixtures/insert-members.ts';
import { sqlOn } from '#fixtures/sql.ts';
import { openEndpoint, status } from '#tests/support/servers/endpoint.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const endpoint = await openEndpoint();
afterAll(() => endpoint.close());
const { database, insertMembers, settled } = await startTestServer({ generalMessageUrl: endpoint.address });

test('a call for support is sent while texts about messages hang in all their places', async () => {
  const [ada, ...friends] = await insertMembers(13);
  await connectAll(
    sqlOn(() => database.pool),
    [ada!, ...friends],
  );
  const held: (() => void)[] = [];
  endpoint.answer = (...call) => {
    if (call[1].body.message.includes('support')) status(202)(...call);
    else held.push(() => status(202)(...call));
  };
  for (const { uid } of friends)
    await ada!.post('/api/messages', { id: crypto.randomUUID(), receiver: uid, content: 'Hello' });
  await vi.waitFor(() => expect(held).toHaveLength(8));
  await ada!.choose('Dark');
  const calls = () => endpoint.received.filter(({ body }) => body.message.includes('support'));
  await vi.waitFor(() => expect(calls()).toHaveLength(friends.length));

  endpoint.answer = status(202);
  for (const answer of held) answer();
  await settled();
  expect(new Set(endpoint.keys()).size).toBe(2 * friends.length);
  expect(endpoint.received).toHaveLength(2 * friends.length);
});
