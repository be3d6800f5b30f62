import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const { insertMembers, database, insertAttempts } = await startTestServer({ rateLimits: true });

let ada: Member;
let grace: Member;
beforeEach(async () => {
  [ada, grace] = (await insertMembers(2)) as [Member, Member];
  await ada.connect(grace);
});

const remove = (who: Member, id: string, whom: string) => who.post(`/api/messages/${id}/delete`, { for: whom });

async function say(): Promise<string> {
  const id = randomUUID();
  expect((await ada.post('/api/messages', { id, receiver: grace.uid, content: 'words' })).status).toBe(200);
  return id;
}

test('others of the same network, who delete what is not there all day, do not keep a person from deleting words', async () => {
  const whom = '127.0.0.1';
  const floods = { what: 'delete message, network', whom, times: 3_000, ago: '10 seconds' };
  await insertAttempts(floods);
  for (const each of ['both', 'me']) {
    expect((await remove(grace, randomUUID(), each)).status).toBe(429);
    expect((await remove(ada, await say(), each)).status).toBe(200);
  }
});

test('while limits cannot be counted, words are deleted all the same', async () => {
  const ids = [await say(), await say()] as const;
  await database.pool.query('alter table limits rename to limits_away');
  try {
    expect((await remove(ada, ids[0], 'both')).status).toBe(200);
    expect((await remove(ada, ids[1], 'me')).status).toBe(200);
  } finally {
    await database.pool.query('alter table limits_away rename to limits');
  }
});
