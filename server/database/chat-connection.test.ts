import { expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database/database.ts';
import { openChatConnection } from './chat-connection.ts';

test('queries that arrive while the connection opens share it, and it closes', async () => {
  const database = await createTestDatabase();
  const path = openChatConnection(database.url);
  const start = performance.now();
  const asked = Array.from({ length: 20 }, () =>
    path.query<{ pid: number }>({ text: 'select pg_backend_pid() as pid' }),
  );
  const pids = (await Promise.all(asked)).map(({ rows }) => rows[0]!.pid);
  expect(new Set(pids).size).toBe(1);
  await path.close();
  expect(performance.now() - start).toBeLessThan(8_000);
  await database.drop();
});

test('a connection that is still opening is closed as well', async () => {
  const database = await createTestDatabase();
  const path = openChatConnection(database.url);
  const asked = path.query({ text: 'select' });
  asked.catch(() => {});
  await path.close();
  await database.drop();
});
