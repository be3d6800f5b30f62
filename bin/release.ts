/**
 * `npm run release -- 1.2.3` makes a commit with a tag: the version in CHANGELOG.md and package.json, and a backup of the demo. A test
 * upgrades from that backup to later versions. Nothing is pushed.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const UNRELEASED = '## Unreleased\n';

const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { cwd: ROOT, encoding: 'utf8', env: { ...process.env, PORT: '0' } });

function release(version: string): void {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('Which version? npm run release -- 1.2.3');
  if (run('git', 'status', '--porcelain') !== '') throw new Error('There are changes that are not committed.');
  const file = join(ROOT, 'CHANGELOG.md');
  const changes = readFileSync(file, 'utf8');
  const [before, after] = changes.split(UNRELEASED) as [string, string?];
  const [news] = after?.split(/^## /m) ?? [];
  if (!after || !news?.includes('- ')) throw new Error('CHANGELOG.md has nothing under Unreleased.');
  // First, because it takes longest and may fail.
  const releases = join(ROOT, 'fixtures/releases');
  mkdirSync(releases, { recursive: true });
  run(process.execPath, 'bin/demo.ts', 'backup', join(releases, `${version}.sql.gz`));
  const today = new Date().toISOString().slice(0, 10);
  writeFileSync(file, `${before}${UNRELEASED}\n## ${version}, ${today}\n${after}`);
  run('npm', 'version', version, '--no-git-tag-version');
  run('git', 'add', '--all');
  run('git', 'commit', '--quiet', '--message', `Release ${version}`);
  run('git', 'tag', '--annotate', '--message', `Moodring ${version}`, `v${version}`);
  console.log(`Moodring ${version} is committed and tagged. To publish it: git push && git push origin v${version}`);
}

try {
  release(process.argv[2] ?? '');
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
