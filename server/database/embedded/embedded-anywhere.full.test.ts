import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { DataFolder } from '#tests/support/database/data-folder.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

// Each test creates a PostgreSQL.
vi.setConfig({ testTimeout: 60_000 });

let folder: DataFolder;
afterEach(() => folder.remove());

const isRoot = process.getuid?.() === 0;

test('a data folder’s path may be longer than a socket’s can be', async () => {
  folder = await DataFolder.make('a'.repeat(60), 'folder with spaces', 'ä'.repeat(30));
  expect(Buffer.byteLength(folder.path)).toBeGreaterThan(107);
  const app = await folder.hold();
  expect(await folder.sql('select 42 as answer')).toEqual([{ answer: 42 }]);
  await app.kill();
  expect((await folder.hold()).adopted).toBe(true);
});

test('an unprivileged account can start it', async () => {
  folder = await DataFolder.make();
  const { path } = folder;
  const prefix = isRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];
  if (isRoot) await rm(path, { recursive: true });
  const app = await folder.hold({ prefix });
  expect(app.adopted).toBe(false);
});

test('root can start it where namespaces are forbidden, as in many containers', async () => {
  folder = await DataFolder.make();
  const bin = temporaryFolder(onTestFinished);
  await symlink('/usr/bin/chown', join(bin, 'chown'));
  const app = await folder.hold({ env: { ...process.env, PATH: bin } });
  expect(app.adopted).toBe(false);
  expect(await folder.sql('select 42 as answer')).toEqual([{ answer: 42 }]);
});
