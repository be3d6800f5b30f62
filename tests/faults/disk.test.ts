import { spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Member } from '#fixtures/client.ts';
import { connectAll, insertMembers } from '#fixtures/insert-members.ts';
import { sqlOf } from '#fixtures/sql.ts';
import { App } from '#tests/support/servers/app-process.ts';
import { callOnce } from './support/call-once.ts';
import { countTexts } from './support/count-texts.ts';
import { expectNoLosses } from './support/expect-no-losses.ts';
import { Load } from './support/load.ts';
import { seededRandom } from './support/seeded-random.ts';

const HEALTHY_WITHIN_MS = 10_000;
const random = seededRandom('disk full');

const run = (...[program = '', ...args]: string[]) => spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/** Mounting a disk needs root, and a system that allows it. */
const mayMount = canMount();

function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'moodring-mount-'));
  const ok = run('mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder) && run('umount', folder);
  rmSync(folder, { recursive: true });
  return ok;
}

describe.skipIf(!mayMount)(`a small disk${mayMount ? '' : ' (skipped: no disk can be mounted here)'}`, () => {
  let disk: string;
  let app: App;
  const sql = sqlOf(() => app);
  const asSuperuser = (statement: string) => app.sql(statement, [], app.superuserUrl);

  beforeEach(() => {
    disk = mkdtempSync(join(tmpdir(), 'moodring-disk-'));
  });
  afterEach(async () => {
    run('mount', '-o', 'remount,rw,size=300m', disk);
    await app.close();
    run('umount', disk);
    rmSync(disk, { recursive: true });
  });

  const mount = (size: string) => expect(run('mount', '-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', disk)).toBe(true);
  const remount = (options: string) => expect(run('mount', '-o', `remount,${options}`, disk)).toBe(true);

  /** Fills the disk. */
  function fill(): void {
    const piece = Buffer.alloc(64 * 1024);
    try {
      for (;;) writeFileSync(join(disk, 'filling'), piece, { flag: 'a' });
    } catch {
      // Full.
    }
  }

  test('a full disk at the first start: the server names the cause and exits; with free space it starts, without leftovers in the way', async () => {
    mount('4m');
    fill();
    app = await App.make({}, join(disk, 'data'));
    await expect(app.start()).rejects.toThrow(/cannot be (used|written).*(ENOSPC|no space left)/s);
    rmSync(join(disk, 'filling'));
    // There is space for the secret, but not for PostgreSQL.
    await expect(app.start()).rejects.toThrow(/cannot be written|could not be made/);
    remount('size=300m');
    await app.start();
    expect(await sql('select from users')).toEqual([]);
  });

  test('a disk that fills up under load: 503 with Retry-After, nothing acknowledged is lost or damaged, healthy within 10 s of free space', async () => {
    mount('160m');
    mkdirSync(join(disk, 'data'), { mode: 0o700 });
    const AUTH_SECRET = randomBytes(32).toString('base64url');
    app = await App.make({ AUTH_SECRET }, join(disk, 'data'));
    await app.start();
    countTexts(app.endpoint, random);
    const circle = await insertMembers(sql, app.url, AUTH_SECRET, 5);
    await connectAll(sql, circle);
    const [ada, grace] = circle as [Member, Member];
    const load = new Load({ circle, random });
    await load.progress(100);

    fill();
    // A new WAL file needs space; switching makes PostgreSQL ask for one at once.
    while (load.refusals.unavailable < 20) {
      const content = 'x'.repeat(10_000);
      await callOnce(ada, 'POST', '/api/messages', { id: randomUUID(), receiver: grace.uid, content });
      await asSuperuser('select pg_switch_wal()').catch(() => {});
    }
    rmSync(join(disk, 'filling'));
    const start = performance.now();
    const works = async () =>
      (await callOnce(ada, 'POST', '/api/messages', { id: randomUUID(), receiver: grace.uid, content: 'Well?' }))
        .kind === 'done';
    await vi.waitFor(async () => expect(await works()).toBe(true), { timeout: 3 * HEALTHY_WITHIN_MS, interval: 25 });
    const healthyAfter = performance.now() - start;
    await load.stop();

    await expectNoLosses(sql, load);
    expect(healthyAfter).toBeLessThan(HEALTHY_WITHIN_MS);
    await asSuperuser('create extension amcheck');
    // Checks every index against its table, and throws at a difference.
    await asSuperuser(`select bt_index_check(c.oid, true) from pg_class c join pg_index i on i.indexrelid = c.oid
               join pg_am a on a.oid = c.relam where a.amname = 'btree'`);
  });
});
