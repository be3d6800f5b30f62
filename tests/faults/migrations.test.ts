import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { migrate } from '#server/database/migrate.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { repetitions } from './support/repetitions.ts';
import { reportCount } from './support/report-count.ts';

const SCRIPT = join(import.meta.dirname, '../support/database/migrate-process.ts');

let database: TestDatabase;
let locker: pg.Client;
let whole: string[];
let commands: number;

beforeAll(async () => {
  database = await createTestDatabase();
  locker = new pg.Client({ connectionString: database.superuserUrl });
  await locker.connect();
  // Every command of a migration takes the next number, and waits while the test holds that number's lock.
  await locker.query(`
    create schema steps;
    create sequence steps.number;
    grant all on schema steps to public;
    grant all on sequence steps.number to public;
    create function steps.take() returns event_trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(nextval('steps.number')); end $$;
    create event trigger steps on ddl_command_end execute function steps.take()`);
  await resetSchema();
  await migrate(database.db);
  whole = await schema();
  commands = Number((await locker.query('select last_value as n from steps.number')).rows[0].n);
});
afterAll(async () => {
  await locker.end();
  await database.drop();
});

async function resetSchema(): Promise<void> {
  await locker.query('alter event trigger steps disable');
  await locker.query('drop schema public cascade; create schema public authorization pg_database_owner');
  await locker.query('alter sequence steps.number restart; alter event trigger steps enable');
}

/** Every column, index, constraint, trigger and function of the schema. */
async function schema(): Promise<string[]> {
  const { rows } = await locker.query(`
    select table_name || '.' || column_name || ' ' || data_type as part from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select proname::text from pg_proc where pronamespace = 'public'::regnamespace
    order by 1`);
  return rows.map(({ part }) => part);
}

test('a node killed at any command of the migrations leaves no partial schema: the next node runs them all', async () => {
  const kills = Math.min(commands, repetitions(6));
  expect(commands).toBeGreaterThan(20);
  let wrong = 0;
  for (let kill = 1; kill <= kills; kill++) {
    const step = Math.ceil((kill * commands) / kills);
    await resetSchema();
    await locker.query('select pg_advisory_lock($1)', [step]);
    const node = spawn(process.execPath, [SCRIPT, database.url], { stdio: ['pipe', 'ignore', 'inherit'] });
    const ended = once(node, 'exit');
    const waiting = await vi.waitFor(async () => {
      const { rows } = await locker.query(
        `select pid from pg_locks where locktype = 'advisory' and objid = $1 and not granted`,
        [step],
      );
      expect(rows).toHaveLength(1);
      return rows[0].pid;
    }, 20_000);
    node.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
    await locker.query('select pg_advisory_unlock_all()');
    // Migrate at once, as a restarted node does, without waiting for the killed node's backend to end.
    await migrate(database.db);
    expect((await locker.query('select from pg_stat_activity where pid = $1', [waiting])).rows).toEqual([]);
    if (JSON.stringify(await schema()) !== JSON.stringify(whole)) wrong += 1;
  }
  reportCount({ what: 'kill -9 during the migrations', tries: kills, faults: kills, losses: wrong });
  expect(wrong).toBe(0);
  expect(await migrate(database.db)).toEqual([]);
});
