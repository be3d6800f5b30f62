import { expect, inject, test, vi } from 'vitest';
import { query } from '#tests/support/database/query.ts';
import { createOutboxFixture } from '#tests/support/servers/outbox.ts';

const fixture = await createOutboxFixture();
/** What this outbox says, apart from the worker that makes its texts. */
const said = () =>
  fixture
    .log()
    .lines.map(({ msg }) => msg)
    .filter((msg) => msg.includes('(texts)'));

test('while the database is down texts wait, it is logged once, and then they are sent', async () => {
  const cluster = inject('clusterAddress');
  const database = new URL(fixture.url).pathname.slice(1);
  fixture.pool.on('error', () => {});
  fixture.start();
  await fixture.store({ message: 'before' });
  await fixture.waitForCounts({ 'form sent': 1 });

  await query(cluster, `alter database ${database} allow_connections false`);
  await query(cluster, 'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [database]);
  const asked = vi.spyOn(fixture.pool, 'query');
  const claims = () =>
    asked.mock.calls.filter(([statement]) => JSON.stringify(statement).includes('claim-texts')).length;
  // The first outage may be a short one: connections end one after the other.
  await vi.waitFor(() => expect(claims()).toBeGreaterThan(3));
  const lines = said();
  expect(lines.at(-1)).toBe('The database (texts) is failing: texts wait');
  await vi.waitFor(() => expect(claims()).toBeGreaterThan(10));
  asked.mockRestore();
  expect(said()).toEqual(lines);

  await query(cluster, `alter database ${database} allow_connections true`);
  await fixture.store({ message: 'after' });
  await fixture.waitForCounts({ 'form sent': 2 });
  await fixture.settled();
  expect(fixture.endpoint.received.map(({ body }) => body.message)).toEqual(['before', 'after']);
  expect(said().at(-1)).toBe('The database (texts) works again');
});
