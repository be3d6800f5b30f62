import { expect, test } from 'vitest';
import { startTextedServer } from '#tests/support/servers/texted-server.ts';
import { LIMITS } from './limit-definitions.ts';

const server = await startTextedServer({ rateLimits: true });
const { endpoint, insertAttempts } = server;
const { pool } = server.database;
const { limits } = server.moodring.context;

test('a text for support leaves while other calls keep the connections of their limits busy', async () => {
  const ada = await server.signUp();
  const grace = await server.signUp({ phonenumber: '+14155550101' });
  await ada.connect(grace);
  await server.texts();
  const sent = endpoint.received.length;
  server.holdCalls(120);
  await ada.put(`/api/users/${ada.uid}/info/mood`, { mood: 'Dark' });
  // Two of these calls wait for a locked row until their statements time out, then the next two.
  const { what } = LIMITS.search.person;
  const others = Array.from({ length: 40 }, (_, n) => `other ${n}`);
  for (const whom of others) await insertAttempts({ what, whom, times: 1 });
  const lock = await pool.connect();
  await lock.query('begin');
  await lock.query('select from limits where what = $1 for update', [what]);
  let areBusy = true;
  const counting = Promise.allSettled(others.map((whom) => limits.count([LIMITS.search.person, whom])));
  void counting.then(() => {
    areBusy = false;
  });

  await server.advance('2 minutes');
  expect(endpoint.received.slice(sent).map(({ body }) => body.phoneNumber)).toEqual([grace.phonenumber]);
  expect(areBusy).toBe(true);
  // It was counted, and is not one of those that leave uncounted.
  const { rowCount } = await pool.query('select from limits where what = $1', [LIMITS.supportTextsToOne.phone.what]);
  expect(rowCount).toBe(1);
  await lock.query('rollback');
  lock.release();
  await counting;
});
