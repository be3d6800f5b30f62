import { chmodSync, chownSync, lstatSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { ClusterFiles } from './cluster-files.ts';
import { openEmbeddedDatabase } from './embedded-database.ts';
import { makePrivateFolder } from './make-private-folder.ts';

const ANOTHER = 12_345;

let root: string;
let path: string;
beforeEach(() => {
  root = temporaryFolder(onTestFinished);
  path = join(root, 'socket');
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const traps: [string, RegExp, () => void][] = [
  [
    'another account’s folder',
    /belongs to another account \(user id \d+\)/,
    () => {
      mkdirSync(path, { mode: 0o700 });
      anothers(path);
    },
  ],
  ['a folder that others may enter', /open to other accounts \(mode 711\)/, () => open(0o711)],
  ['a folder that others may write to', /open to other accounts \(mode 770\)/, () => open(0o770)],
  [
    'a link to a folder of our own',
    /is no folder but a link/,
    () => {
      mkdirSync(join(root, 'own'), { mode: 0o700 });
      symlinkSync(join(root, 'own'), path);
    },
  ],
  ['a link to nowhere', /is no folder but a link/, () => symlinkSync(join(root, 'nowhere'), path)],
  ['a file', /is no folder but a link or a file/, () => writeFileSync(path, '')],
];

describe('an existing folder in a shared place is refused', () => {
  test.each(traps)('%s', (_, words, lay) => {
    lay();
    expect(() => makePrivateFolder(path)).toThrow(words);
    expect(() => makePrivateFolder(path)).toThrow(`${path}, `);
    expect(() => makePrivateFolder(path)).toThrow(/Remove it .* DATA_DIR to a shorter path .* TMPDIR/);
  });

  test('but our own folder is used', () => {
    makePrivateFolder(path);
    expect(lstatSync(path).mode & 0o777).toBe(0o700);
    expect(() => makePrivateFolder(path)).not.toThrow();
  });
});

test('the server does not connect to a socket in another account’s folder', async () => {
  vi.stubEnv('TMPDIR', root);
  const dataDir = join(root, 'a'.repeat(100));
  mkdirSync(dataDir);
  const { socketDir } = new ClusterFiles(dataDir);
  expect(socketDir.startsWith(join(root, 'moodring-'))).toBe(true);
  chmodSync(socketDir, 0o755);
  await expect(openEmbeddedDatabase(dataDir)).rejects.toThrow(`${socketDir}, is open to other accounts`);
  expect(() => lstatSync(join(dataDir, 'postgres'))).toThrow('ENOENT');
});

function open(mode: number): void {
  mkdirSync(path);
  chmodSync(path, mode);
}

/** Without root's right to change a folder's owner, the test changes its own user id instead. */
function anothers(folder: string): void {
  if (process.getuid?.() === 0) chownSync(folder, ANOTHER, ANOTHER);
  else vi.spyOn(process, 'getuid').mockReturnValue(ANOTHER);
}
