/** Other limits keep nobody from taking words back, from parting from a friend, and from answering one. */
import { beforeEach, expect, test } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';

const server = await startTestServer({ rateLimits: true });
const { pool } = server.database;

let ada: Member;
let sam: Member;
let eve: Member;
/** Sam's ask, which Ada sees. */
let ask: string;
beforeEach(async () => {
  [ada, sam, eve] = (await server.insertMembers(3)) as [Member, Member, Member];
  await server.connectAll([ada, sam]);
  await sam.choose('Dark');
  await server.settled();
  ask = (await sam.get('/api/asks')).body.mine.id;
});

const remove = (who: Member, id: string) => who.post(`/api/messages/${id}/delete`, { for: 'me' });

/** Ada deletes words, answers Sam, mutes him, hides from him and removes him, and blocks Eve and ends that. */
async function everythingGoesOn(): Promise<void> {
  for (const whom of ['both', 'me']) {
    const { id } = (await ada.say(sam)).body;
    expect((await ada.post(`/api/messages/${id}/delete`, { for: whom })).status).toBe(200);
  }
  expect((await ada.put(`/api/asks/${ask}/answer`, { answer: 'yes' })).status).toBe(200);
  expect((await sam.patch(`/api/asks/${ask}`, { help: 'call' })).status).toBe(200);
  const controls = { mute: 'always', hidesMood: true };
  expect((await ada.control(sam, controls)).body).toEqual({ mutedUntil: 'always', hidesMood: true });
  expect((await ada.remove(sam, true)).status).toBe(200);
  expect((await ada.block(eve)).status).toBe(200);
  expect((await ada.delete(`/api/users/${ada.uid}/blocks/${eve.uid}`)).status).toBe(200);
}

test('after a flood of other settings everything goes on', async () => {
  await Promise.all(Array.from({ length: 30 }, () => ada.set({ foundInSearch: true })));
  expect((await ada.set({ foundInSearch: true })).status).toBe(429);
  await everythingGoesOn();
});

test('while others of the same network delete what is not there all day, everything goes on', async () => {
  const whom = '127.0.0.1';
  await server.insertAttempts({ what: 'delete message, network', whom, times: 3_000, ago: '10 seconds' });
  expect((await remove(sam, crypto.randomUUID())).status).toBe(429);
  await everythingGoesOn();
});

test('while limits cannot be counted everything goes on, and a wrong link of a text is refused', async () => {
  await pool.query('alter table limits rename to limits_away');
  try {
    await everythingGoesOn();
    expect((await server.visitor.post('/api/asks/link', { code: 'wrong' })).status).toBe(503);
  } finally {
    await pool.query('alter table limits_away rename to limits');
  }
});
