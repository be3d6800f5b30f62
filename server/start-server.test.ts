import { createServer } from 'node:http';
import { expect, test, vi } from 'vitest';
import { countLockWaits } from '#tests/support/database/count-lock-waits.ts';
import { createTestDatabase } from '#tests/support/database/database.ts';
import { holdTransaction } from '#tests/support/database/hold-transaction.ts';
import { listen } from '#tests/support/servers/listen.ts';
import { createTestLog } from '#tests/support/servers/log.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { startServer } from './start-server.ts';

const server = await startTestServer();
const { database, visitor, signUp } = server;
const another = await startTestServer();

test('a stop finishes requests under way, closes live connections and refuses new requests', async () => {
  const [ada, grace] = [await signUp(), await signUp()];
  await ada.connect(grace);
  const live = await grace.listen();
  const row = 'select from connections where owner = $1 for update';
  const unlock = await holdTransaction(database.pool, row, [ada.uid]);
  const message = { id: crypto.randomUUID(), receiver: grace.uid, content: 'Just in time' };
  const underWay = ada.post('/api/messages', message);
  await vi.waitFor(async () => expect(await countLockWaits(database.pool)).toBe(1));

  const stopped = server.stop();
  expect(await live.closed).toEqual({ code: 1001, reason: 'server is stopping' });
  await expect(visitor.get('/api/health')).rejects.toThrow('fetch failed');
  await unlock();
  expect((await underWay).status).toBe(200);
  await stopped;
  const { rows } = await database.pool.query('select content from messages where id = $1', [message.id]);
  expect(rows).toEqual([{ content: 'Just in time' }]);
});

test('a live connection that opens during a stop is refused and does not delay it', async () => {
  const ada = await another.signUp();
  const unlock = await holdTransaction(another.database.pool, 'lock table sessions');
  // Attached at once, because the refusal may arrive during another await.
  const refused = expect(ada.listen()).rejects.toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
  await vi.waitFor(async () => expect(await countLockWaits(another.database.pool, 's.token')).toBe(1));

  const stopped = another.stop();
  await unlock();
  await refused;
  await stopped;
});

test('a port in use is found before the database is migrated', async () => {
  const { port, close } = await listen(createServer());
  const old = await createTestDatabase('template1');
  const config = { ...server.moodring.context.config, port };
  await expect(startServer(config, old.url, createTestLog().log)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  const { rows } = await old.pool.query(`select count(*)::int as tables from pg_tables where schemaname = 'public'`);
  expect(rows).toEqual([{ tables: 0 }]);
  await old.drop();
  await close();
});
