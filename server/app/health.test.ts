import type pg from 'pg';
import { expect, inject, test, vi } from 'vitest';
import { type ChatConnection, openChatConnection } from '#server/database/chat-connection.ts';
import { countLockWaits } from '#tests/support/database/count-lock-waits.ts';
import { createTestDatabase } from '#tests/support/database/database.ts';
import { holdTransaction } from '#tests/support/database/hold-transaction.ts';
import { query } from '#tests/support/database/query.ts';
import { createTestLog } from '#tests/support/servers/log.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { RawConnection } from '#tests/support/wire/raw-connection.ts';
import { createHealth } from './health.ts';

const server = await startTestServer();
const stopping = await startTestServer();
const { visitor, database, moodring } = server;

const statusOf = async (path: string) => (await visitor.get(path)).status;

test('while PostgreSQL takes no more connections, and lists are refused, it is ready', async () => {
  await statusOf('/readyz');
  const { pool } = moodring.context;
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const pids = await Promise.all(
    clients.map(async (client) => (await client.query('select pg_backend_pid() as pid')).rows[0].pid as number),
  );
  for (const client of clients) client.release();
  const cluster = inject('clusterAddress');
  const name = new URL(database.url).pathname.slice(1);
  await query(cluster, `alter database ${name} connection limit 0`);
  try {
    // The main pool loses its connections, the chat path keeps its own.
    await query(cluster, 'select pg_terminate_backend(pid, 5000) from unnest($1::integer[]) as lists (pid)', [pids]);
    await vi.waitFor(async () => expect(await statusOf('/api/health')).toBe(503));
    expect(await statusOf('/readyz')).toBe(200);
  } finally {
    await query(cluster, `alter database ${name} connection limit -1`);
  }
});

test('while the chat connection waits for a lock it is ready', async () => {
  const { pool } = moodring.context;
  const [ada, grace] = [await server.signUp(), await server.signUp()];
  await ada.connect(grace);
  const unlock = await holdTransaction(pool, 'select from connections where owner = $1 for update', [ada.uid]);
  const sent = ada.say(grace);
  await vi.waitFor(async () => expect(await countLockWaits(pool)).toBe(1));
  expect(await statusOf('/readyz')).toBe(200);
  await unlock();
  expect((await sent).status).toBe(200);
});

test('a database that is silent or away makes it not ready, logged once; when it is back it is ready again, and concurrent calls share one query', async () => {
  const { log, lines } = createTestLog();
  const other = await createTestDatabase();
  const chatConnection = openChatConnection(other.url);
  const ask = vi.fn((question: pg.QueryConfig) => chatConnection.query(question));
  const health = createHealth({
    pool: other.pool,
    chatConnection: { ...chatConnection, query: ask as ChatConnection['query'] },
    log,
  });
  expect(await health.isReady()).toBe(true);
  ask.mockImplementationOnce(() => new Promise(() => {}));
  expect(await health.isReady()).toBe(false);
  ask.mockRejectedValueOnce(new Error('Connection terminated'));
  expect(await health.isReady()).toBe(false);
  ask.mockClear();
  expect(await Promise.all(Array.from({ length: 100 }, () => health.isReady()))).toEqual(Array(100).fill(true));
  expect(ask).toHaveBeenCalledTimes(1);
  expect(lines.map(({ msg }) => msg)).toEqual([
    'The database does not answer: not ready',
    'The database answers again: ready',
  ]);
  await chatConnection.close();
  await other.drop();
});

test('it is not ready from the start of a stop', async () => {
  const { pool } = stopping.database;
  const [ada, wire] = [await stopping.signUp(), await RawConnection.open(stopping.origin)];
  await stopping.settled();
  // No job that runs by the clock needs this row: the call alone waits for it.
  const unlock = await holdTransaction(pool, 'select from users where id = $1 for update', [ada.uid]);
  const head = `HTTP/1.1\r\nhost: ${new URL(stopping.origin).host}\r\n`;
  const body = '{"mood":"Yellow"}';
  await wire.write(
    `PUT /api/users/${ada.uid}/info/mood ${head}cookie: ${ada.cookie}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
  await vi.waitFor(async () => expect(await countLockWaits(pool)).toBe(1));

  // The probe is pipelined behind a running call, so it is answered after the stop has begun.
  const stopped = stopping.stop();
  await wire.write(`GET /readyz ${head}\r\n`);
  await unlock();
  const answers = await wire.readToEnd();
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 503']);
  expect(answers).toMatch(/retry-after: 5/i);
  await stopped;
});
