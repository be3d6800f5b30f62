import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { parse } from 'yaml';
import { LONG_PATIENCE_MS } from './support/patience.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

// It starts the demo.
vi.setConfig({ testTimeout: 4 * LONG_PATIENCE_MS });

const ROOT = join(import.meta.dirname, '..');

/** A clone with `changes` under Unreleased. */
function newClone(changes: string): string {
  const folder = temporaryFolder(onTestFinished);
  git(ROOT, 'clone', '--quiet', '--depth=1', `file://${ROOT}`, folder);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  execFileSync('node', ['bin/build/languages/write-languages.ts'], { cwd: folder });
  for (const [key, value] of [
    ['user.name', 'Ada'],
    ['user.email', 'ada@example.com'],
  ] as const)
    git(folder, 'config', key, value);
  writeFileSync(
    join(folder, 'CHANGELOG.md'),
    `# Changelog\n\n## Unreleased\n${changes}\n## 0.9.0, 2026-01-01\n\n- Old.\n`,
  );
  git(folder, 'commit', '--quiet', '--all', '--message', 'Write what is new');
  return folder;
}

const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, encoding: 'utf8' }).trim();

const release = (folder: string, version: string) =>
  spawnSync(process.execPath, [join(folder, 'bin/release.ts'), version], { cwd: folder, encoding: 'utf8' });

const workflow = (name: string) => readFileSync(join(ROOT, `.github/workflows/${name}.yml`), 'utf8');

test('a release moves what is new under its version, sets it everywhere, and tags', () => {
  const folder = newClone('\n### What you will notice\n\n- Something.\n');
  expect(release(folder, '1.2.3')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('git push origin v1.2.3'),
  });
  expect(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8')).toMatch(
    /## Unreleased\n\n## 1\.2\.3, \d{4}-\d\d-\d\d\n\n### What you will notice\n\n- Something\.\n\n## 0\.9\.0/,
  );
  for (const file of ['package.json', 'package-lock.json'])
    expect(JSON.parse(readFileSync(join(folder, file), 'utf8')).version).toBe('1.2.3');
  expect(existsSync(join(folder, 'fixtures/releases/1.2.3.sql.gz'))).toBe(true);
  expect(git(folder, 'describe', '--tags')).toBe('v1.2.3');
  expect(git(folder, 'status', '--porcelain')).toBe('');
});

test('nothing new, a change that is not committed, and no version are refused', () => {
  const folder = newClone('');
  expect(release(folder, '1.2.3')).toMatchObject({ status: 1, stderr: 'CHANGELOG.md has nothing under Unreleased.\n' });
  expect(release(folder, 'next').status).toBe(1);
  symlinkSync('README.md', join(folder, 'more.md'));
  expect(release(folder, '1.2.3').stderr).toContain('not committed');
  expect(git(folder, 'tag')).not.toContain('1.2.3');
});

test('CI runs .ci/run, and a version’s tag makes images for both processors, with an SBOM and provenance', () => {
  const stepsOf = (name: string, job: string) => parse(workflow(name)).jobs[job].steps;
  expect(stepsOf('ci', 'test').at(-1).run).toMatch(/ bash \.ci\/run$/);
  expect(parse(workflow('release')).on.push.tags).toEqual(['v[0-9]+.[0-9]+.[0-9]+']);
  const [names, image] = stepsOf('release', 'image').slice(-2);
  // With a tag such as 1.2.3 the action adds `latest` by itself.
  expect(names.with.tags.trim().split('\n')).toEqual(
    ['{{version}}', '{{major}}.{{minor}}', '{{major}}'].map((pattern) => `type=semver,pattern=${pattern}`),
  );
  expect(image.with).toMatchObject({
    ...{ platforms: 'linux/amd64,linux/arm64', push: true, sbom: true, provenance: 'mode=max' },
    tags: `\${{ steps.${names.id}.outputs.tags }}`,
  });
});

test('each workflow is YAML, reads no more than it needs, and pins its actions by hash', () => {
  for (const name of ['ci', 'release']) {
    const text = workflow(name);
    const { permissions, jobs } = parse(text);
    expect(permissions).toEqual({ contents: 'read' });
    for (const [, action] of text.matchAll(/uses: (.*)/g))
      expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    for (const { steps, 'timeout-minutes': minutes } of Object.values<Record<string, unknown>>(jobs))
      expect([steps, minutes]).toEqual([expect.any(Array), 90]);
  }
});
