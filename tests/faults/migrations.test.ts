import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { migrate } from '#server/database/migrate.ts';
import { readMigrations } from '#server/database/read-migrations.ts';
import { createTestDatabase } from '#tests/support/database/database.ts';
import { reportCount } from './support/report-count.ts';

const SCRIPT = join(import.meta.dirname, '../support/database/migrate-process.ts');

test('a node killed at any command of the migrations leaves no partial schema: the next node runs them all', async () => {
  const database = await createTestDatabase();
  const locker = new pg.Client({ connectionString: database.superuserUrl });
  await locker.connect();
  onTestFinished(async () => {
    await locker.end();
    await database.drop();
  });
  // Every command of a migration takes the next number, and waits while the test holds that number's lock.
  await locker.query(`
    create schema steps;
    create sequence steps.number;
    grant all on schema steps to public;
    grant all on sequence steps.number to public;
    create function steps.take() returns event_trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(nextval('steps.number')); end $$;
    create event trigger steps on ddl_command_end execute function steps.take()`);
  for (const step of [1, 20, 100]) {
    await locker.query('alter event trigger steps disable');
    await locker.query('drop schema public cascade; create schema public authorization pg_database_owner');
    await locker.query('alter sequence steps.number restart; alter event trigger steps enable');
    await locker.query('select pg_advisory_lock($1)', [step]);
    const node = spawn(process.execPath, [SCRIPT, database.url], { stdio: ['pipe', 'ignore', 'inherit'] });
    const ended = once(node, 'exit');
    await vi.waitFor(async () => {
      const { rows } = await locker.query(
        `select from pg_locks where locktype = 'advisory' and objid = $1 and not granted`,
        [step],
      );
      expect(rows).toHaveLength(1);
    }, 20_000);
    node.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
    await locker.query('select pg_advisory_unlock_all()');
    // Migrate at once, as a restarted node does, without waiting for the killed node's backend to end.
    expect(await migrate(database.pool)).toEqual(readMigrations().map(({ name }) => name));
  }
  reportCount({ what: 'kill -9 during the migrations', tries: 3, faults: 3, losses: 0 });
});
