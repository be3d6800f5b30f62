import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { DataFolder, type Holder } from '#tests/support/database/data-folder.ts';
import { query } from '#tests/support/database/query.ts';
import { openPool } from '../connect.ts';
import { migrate } from '../migrate.ts';
import { ClusterFiles } from './cluster-files.ts';
import { openEmbeddedDatabase } from './embedded-database.ts';
import { processCommand } from './process-command.ts';

// Each test creates, breaks or recovers a PostgreSQL.
vi.setConfig({ testTimeout: 60_000 });

let folder: DataFolder;
beforeEach(async () => {
  folder = await DataFolder.make('data');
});
afterEach(() => folder.remove());

const keepSomething = () => folder.sql('create table kept as select 42 as answer');
const expectKept = async () => expect(await folder.sql('select answer from kept')).toEqual([{ answer: 42 }]);

const pidFile = () => join(folder.path, 'postgres/postmaster.pid');

const runs = (pid: number) => Boolean(processCommand(pid));

/** Kills with -9 and waits until the postmaster is gone. */
async function killPostgres(): Promise<void> {
  const pid = await folder.postmasterPid();
  process.kill(pid, 'SIGKILL');
  await vi.waitFor(() => expect(runs(pid)).toBe(false), { timeout: 10_000, interval: 10 });
}

test('the first start makes a durable PostgreSQL that only this user can reach', async () => {
  const database = await openEmbeddedDatabase(folder.path);
  expect(database.adopted).toBe(false);
  expect(
    await folder.sql('select current_setting($$fsync$$) as fsync, current_setting($$listen_addresses$$) as tcp'),
  ).toEqual([{ fsync: 'on', tcp: '' }]);
  expect((await stat(folder.path)).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder.path, 'socket'))).mode & 0o077).toBe(0);
  await database.stop();
});

test('the app is no superuser: it owns its tables, and cannot reach files or programs', async () => {
  const database = await openEmbeddedDatabase(folder.path);
  await keepSomething();
  expect(
    await folder.sql('select rolname, rolsuper, rolcreaterole, rolcreatedb from pg_roles where rolname = user'),
  ).toEqual([{ rolname: 'moodring', rolsuper: false, rolcreaterole: false, rolcreatedb: false }]);
  for (const statement of [
    `copy kept to program 'true'`,
    `select pg_read_file('postgresql.conf')`,
    'create role another superuser',
    'set session_replication_role = replica',
  ]) {
    await expect(folder.sql(statement), statement).rejects.toMatchObject({ code: '42501' });
  }
  await database.stop();
});

test('in a folder of an older version, where the app was the superuser, the role gets all objects', async () => {
  const older = await openEmbeddedDatabase(folder.path);
  const files = new ClusterFiles(folder.path);
  for (const statement of ['drop database moodring', 'drop role moodring', 'create database moodring'])
    await query(files.superuserUrl('postgres'), statement);
  const before = openPool(files.superuserUrl('moodring'));
  await migrate(before);
  await before.query(`insert into users (id, name, firstname, lastname, email)
    values (gen_random_uuid(), '', 'Ada', 'Lovelace', 'ada@example.com')`);
  await before.end();
  await older.stop();

  const database = await openEmbeddedDatabase(folder.path);
  const pool = openPool(database.url);
  expect(await migrate(pool)).toEqual([]);
  const { rows } = await pool.query(`update users set firstname = 'Augusta' returning name`);
  expect(rows).toEqual([{ name: 'Augusta Lovelace' }]);
  // As the next version's migrations do.
  await pool.query(`
    alter table messages add column later text;
    create or replace function users_display_name() returns trigger language plpgsql as $$ begin return new; end $$;
    drop table limits`);
  expect((await pool.query(`select setval(pg_get_serial_sequence('causes', 'id'), 7)`)).rowCount).toBe(1);
  await pool.end();
  await database.stop();
});

test('another program’s connection is kept: PostgreSQL goes on running, and is adopted by the next start', async () => {
  const first = await openEmbeddedDatabase(folder.path);
  const other = new pg.Client({ connectionString: first.url });
  await other.connect();
  await first.stop();
  expect((await other.query('select 42 as answer')).rows).toEqual([{ answer: 42 }]);
  const second = await openEmbeddedDatabase(folder.path);
  expect(second.adopted).toBe(true);
  await other.end();
  await second.stop();
});

describe('after a crash', () => {
  test.each<[string, boolean, (app: Holder) => Promise<unknown>]>([
    ['of the app, the running PostgreSQL is adopted', true, (app) => app.kill()],
    ['of PostgreSQL, it is restarted', false, (app) => killPostgres().then(() => app.kill())],
    ['of both at once, as in a power cut, it is restarted', false, (app) => Promise.all([app.kill(), killPostgres()])],
  ])('(kill -9) %s, with all data', async (_, adopted, crash) => {
    const app = await folder.hold();
    await keepSomething();
    const pid = await folder.postmasterPid();
    // Otherwise the app may restart PostgreSQL before it is killed itself.
    app.process.kill('SIGSTOP');
    await crash(app);
    const database = await openEmbeddedDatabase(folder.path);
    expect(database.adopted).toBe(adopted);
    expect((await folder.postmasterPid()) === pid).toBe(adopted);
    await expectKept();
    await database.stop();
    expect(runs(pid)).toBe(false);
  });

  test.each([
    ['another program', () => spawn('sleep', ['600'], { stdio: 'ignore' })],
    ['another program that speaks of postgres', () => spawn('sleep', ['600'], { stdio: 'ignore', argv0: 'postgres' })],
  ])('a stale pid file that names %s is ignored, and that program goes on', async (_, start) => {
    const first = await openEmbeddedDatabase(folder.path);
    await keepSomething();
    const left = await readFile(pidFile(), 'utf8');
    await first.stop();
    const bystander = start();
    onTestFinished(() => void bystander.kill('SIGKILL'));
    await once(bystander, 'spawn');
    await writeFile(pidFile(), left.replace(/^\d+/, `${bystander.pid}`), { mode: 0o600 });
    const database = await openEmbeddedDatabase(folder.path);
    expect(database.adopted).toBe(false);
    await expectKept();
    await database.stop();
    expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
  });
});
