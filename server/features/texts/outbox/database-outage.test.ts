import pg from 'pg';
import { expect, inject, test, vi } from 'vitest';
import { openEndpoint } from '#tests/support/servers/endpoint.ts';
import { openOutboxRoom } from '#tests/support/servers/outbox.ts';
import { httpGateway } from '../gateways/http-gateway.ts';

const POLL_MS = 40;

test('while the database is away the outbox asks now and then, says so once, and then goes on', async () => {
  const room = await openOutboxRoom();
  const endpoint = await openEndpoint();
  const admin = new pg.Client({ connectionString: inject('clusterAddress') });
  await admin.connect();
  const database = new URL(room.url).pathname.slice(1);
  const asked: number[] = [];
  room.pool.on('error', () => {});
  const query = vi.spyOn(room.pool, 'query').mockImplementation(function (this: pg.Pool, ...call: unknown[]) {
    asked.push(performance.now());
    return Reflect.apply(pg.Pool.prototype.query, this, call);
  });

  const general = httpGateway({ address: endpoint.address, secret: undefined });
  const outbox = room.startOutbox({ general }, { pollMs: POLL_MS });
  await room.store({ message: 'before' });
  await vi.waitFor(async () => expect(await room.texts()).toMatchObject([{ status: 'sent' }]), 10_000);

  await admin.query(`alter database ${database} allow_connections false`);
  await admin.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [database]);
  asked.length = 0;
  await vi.waitFor(() => {
    outbox.wake();
    expect(asked.length).toBeGreaterThanOrEqual(5);
  }, 10_000);
  const pauses = asked.slice(1).map((at, n) => at - asked[n]!);
  // Timers may fire a little early.
  expect(Math.min(...pauses)).toBeGreaterThan(POLL_MS - 5);

  await admin.query(`alter database ${database} allow_connections true`);
  await room.store({ message: 'after' });
  await vi.waitFor(
    () => expect(endpoint.received.map(({ body }) => body.message)).toEqual(['before', 'after']),
    10_000,
  );
  const told = room.log().lines.map(({ msg }) => msg);
  expect(told).toEqual([
    'The database (outbox, general) is in trouble: texts wait',
    'The database (outbox, general) works again',
  ]);

  query.mockRestore();
  await room.clear();
  await endpoint.close();
  await admin.end();
  await room.drop();
});
