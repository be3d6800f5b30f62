import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '#fixtures/free-port.ts';
import { listen } from '#tests/support/servers/listen.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { processCommand } from './database/embedded/process-command.ts';

vi.setConfig({ testTimeout: 60_000 });

let folder: string;
let app: ChildProcess;
let printed: string;
let pid: number | undefined;

beforeEach(() => {
  folder = temporaryFolder(onTestFinished);
});
afterEach(async () => {
  if (app.exitCode === null) app.kill('SIGKILL');
  // It still runs only after a failed test.
  if (pid && postgresRuns()) process.kill(pid, 'SIGINT');
  await vi.waitFor(() => expect(postgresRuns()).toBe(false));
});

function start(settings: Record<string, string>): void {
  printed = '';
  app = spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: 'node_modules/.cache/node', DATA_DIR: folder, ...settings },
  });
  for (const stream of [app.stdout!, app.stderr!]) {
    stream.on('data', (text) => {
      printed += text;
    });
  }
}

const exited = async () => (app.exitCode === null ? (await once(app, 'exit'))[0] : app.exitCode);

const greets = () => vi.waitFor(() => expect(printed).toMatch(/Moodring \d+\.\d+\.\d+ is at/), 30_000);

/** Waits until PostgreSQL runs in the folder. */
async function postgresBegins(): Promise<void> {
  const file = join(folder, 'postgres/postmaster.pid');
  await vi.waitFor(
    async () => {
      pid = Number.parseInt(await readFile(file, 'utf8'), 10);
      expect(postgresRuns()).toBe(true);
    },
    { timeout: 30_000, interval: 5 },
  );
}

const postgresRuns = () => Boolean(pid && processCommand(pid)?.includes(folder));

describe('the server stops together with its PostgreSQL', () => {
  test.each([
    ['when told by Ctrl-C, which npm passes on once more', ['SIGINT', 'SIGINT'], true],
    ['when told by a service manager', ['SIGTERM'], true],
    ['when told by a terminal that is closed', ['SIGHUP'], true],
    ['on a signal during the start', ['SIGINT'], false],
  ] as const)('%s', async (_, signals, hasStarted) => {
    start({ PORT: String(await freePort()) });
    if (hasStarted) await greets();
    await postgresBegins();
    for (const signal of signals) app.kill(signal);
    expect(await exited()).toBe(0);
    expect(postgresRuns()).toBe(false);
  });

  test('when its port is in use, and says what to do', async () => {
    const { port, close } = await listen(createServer());
    start({ PORT: String(port) });
    await postgresBegins();
    expect(await exited()).toBe(1);
    expect(printed).toContain('set PORT to another number');
    expect(postgresRuns()).toBe(false);
    await close();
  });
});

test('the message names a database that cannot be reached', async () => {
  const port = await freePort();
  start({
    DATABASE_URL: `postgresql://me@127.0.0.1:${port}/moodring`,
    AUTH_SECRET: 'a secret of thirty-two characters',
  });
  expect(await exited()).toBe(1);
  expect(printed.trim()).toBe(
    `The database cannot be reached: connect ECONNREFUSED 127.0.0.1:${port}. See DATABASE_URL.`,
  );
});
