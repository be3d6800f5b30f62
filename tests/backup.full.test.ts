import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Client, type Member, PASSWORD, signUp } from '#fixtures/client.ts';
import { App } from './support/servers/app-process.ts';

// Slow: servers start and stop, each with a PostgreSQL of its own.
vi.setConfig({ testTimeout: 60_000 });

const ROOT = join(import.meta.dirname, '..');

let folder: string;
let file: string;
let app: App;
let ada: Member;
let grace: Member;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'moodring-backup-'));
  file = join(folder, 'all.sql.gz');
  app = await App.open();
  grace = await signUp(app.url, { email: 'grace@example.com' });
  ada = await signUp(app.url, { email: 'ada@example.com' });
  await ada.connect(grace);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

/** Runs the script of `npm run backup` or `npm run restore`. */
async function run(program: 'backup' | 'restore', dataDir: string, ...args: string[]) {
  const child = spawn(process.execPath, [`bin/${program}.ts`, ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: 'node_modules/.cache/node', DATA_DIR: dataDir },
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { out, err, code };
}

const chat = async (who: Client) => (await who.get(`/api/messages?with=${grace.uid}`)).body;

const runningIn = (dataDir: string) => existsSync(join(dataDir, 'postgres/postmaster.pid'));

/** The output lines with rows and checksums of the tables. */
const sums = (out: string) => out.split('\n').filter((line) => / rows {2}/.test(line));

test('a backup of a running app, restored into an empty folder, has the same data', async () => {
  const { body: first } = await ada.say(grace, 'Are you there?');
  const backup = await run('backup', app.dataDir, file);
  expect([backup.err, backup.code]).toEqual(['', 0]);
  expect(backup.out).toMatch(/^ {2}messages +2 rows {2}\d+$/m);
  expect(backup.out).toContain(`Backed up into ${file}`);

  const dataDir = join(folder, 'new');
  const restored = await run('restore', dataDir, file);
  expect([restored.err, restored.code]).toEqual(['', 0]);
  expect(sums(restored.out)).toEqual(sums(backup.out));
  expect(restored.out).toContain('passkeys and blocks are those of the backup');
  expect(runningIn(dataDir)).toBe(false);

  await copyFile(join(app.dataDir, 'auth-secret'), join(dataDir, 'auth-secret'));
  const another = await App.make({}, dataDir);
  await another.start();
  const again = new Client(another.url);
  await again.signIn(ada.email, PASSWORD);
  expect(await chat(again)).toEqual(await chat(ada));
  // With the same secret an old cookie still works.
  again.cookie = ada.cookie;
  const answer = await again.say(grace, 'Back');
  expect(answer.status).toBe(200);
  expect(answer.body.seq).toBeGreaterThan(first.seq);

  const refused = await run('restore', dataDir, file);
  expect(refused.err).toMatch(/^The data folder .* is in use by moodring \d+\. Stop that one first/);
  expect(refused.code).toBe(1);
  await another.close();
});

test('a backup of a stopped app starts its PostgreSQL and stops it again', async () => {
  await app.stop();
  expect(runningIn(app.dataDir)).toBe(false);
  const later = join(folder, 'later.sql');
  const backup = await run('backup', app.dataDir, later);
  expect([backup.err, backup.code]).toEqual(['', 0]);
  expect(runningIn(app.dataDir)).toBe(false);
  const refused = await run('restore', app.dataDir, later);
  expect(refused.err).toContain('The database is not empty');
  expect(refused.code).toBe(1);
});

test('a backup of a folder without a database fails and creates nothing', async () => {
  const nowhere = join(folder, 'nowhere');
  const { err, code } = await run('backup', nowhere, join(folder, 'nothing.sql'));
  expect([err.trim(), code]).toEqual([`There is no database in ${nowhere}. See DATA_DIR.`, 1]);
  expect(existsSync(nowhere)).toBe(false);
});

test('a restore without a file fails with the usage', async () => {
  const { err, code } = await run('restore', join(folder, 'none'));
  expect([err.trim(), code]).toEqual(['Which backup? npm run restore FILE', 1]);
});
