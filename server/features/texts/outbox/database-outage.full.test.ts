import pg from 'pg';
import { expect, inject, test, vi } from 'vitest';
import { createOutboxFixture } from '#tests/support/servers/outbox.ts';

const POLL_MS = 40;

const fixture = await createOutboxFixture();

test('while the database is down the outbox polls, logs it once, and then goes on', async () => {
  const admin = new pg.Client({ connectionString: inject('clusterAddress') });
  await admin.connect();
  const database = new URL(fixture.url).pathname.slice(1);
  const queriedAt: number[] = [];
  fixture.pool.on('error', () => {});
  const query = vi.spyOn(fixture.pool, 'query').mockImplementation(function (this: pg.Pool, ...call: unknown[]) {
    // biome-ignore lint/plugin: how often it polls is what is tested
    if ((call[0] as { name?: string }).name === 'claim-causes') queriedAt.push(performance.now());
    return Reflect.apply(pg.Pool.prototype.query, this, call);
  });

  const outbox = fixture.start({ pollMs: POLL_MS });
  await fixture.store({ message: 'before' });
  await fixture.waitForStatuses('sent');

  await admin.query(`alter database ${database} allow_connections false`);
  await admin.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [database]);
  const logged = () => fixture.log().lines.map(({ msg }) => msg);
  const poll = (times: number) => {
    queriedAt.length = 0;
    return vi.waitFor(() => {
      outbox.wake();
      expect(queriedAt.length).toBeGreaterThanOrEqual(times);
    });
  };
  // The pool's connections ended one after the other, and a query between two of them may have succeeded.
  await poll(2);
  const before = logged();
  expect(before.at(-1)).toBe('The database (outbox, general) is failing: texts wait');
  await poll(5);
  const pauses = queriedAt.slice(1).map((at, n) => at - queriedAt[n]!);
  // Timers may fire a little early.
  expect(Math.min(...pauses)).toBeGreaterThan(POLL_MS - 5);

  await admin.query(`alter database ${database} allow_connections true`);
  await fixture.store({ message: 'after' });
  await vi.waitFor(() =>
    expect(fixture.endpoint.received.map(({ body }) => body.message)).toEqual(['before', 'after']),
  );
  expect(logged()).toEqual([...before, 'The database (outbox, general) works again']);

  query.mockRestore();
  await admin.end();
});
