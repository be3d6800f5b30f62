import pg from 'pg';
import { expect, test } from 'vitest';
import { startTestServer } from '#tests/support/server.ts';

const server = await startTestServer({ databaseUrl: 'shared' });

test('a node that is alone spends nothing on telling others', async () => {
  const ada = await server.signUp();
  const listening = new pg.Client({ connectionString: server.database.url });
  await listening.connect();
  const heard: (string | undefined)[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  listening.on('notification', ({ payload }) => {
    heard.push(payload);
    if (payload === 'the end') resolve();
  });
  await listening.query('listen moodring_live');
  // What the first would have said is said by the time the last is answered.
  for (const mood of ['Dark', 'Green', 'Purple', 'Yellow']) await ada.choose(mood);
  await server.database.pool.query(`notify moodring_live, 'the end'`);
  await promise;
  expect(heard).toEqual(['the end']);
  await listening.end();
});
