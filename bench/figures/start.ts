import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { Figure } from '#bench/report/figure.ts';
import { median } from '#bench/report/statistics.ts';
import { stopChild, trackChild } from '#bench/rig/child-processes.ts';
import { freePort } from '#fixtures/free-port.ts';

const ROUNDS = { full: 5, quick: 2 };
const CALL_EVERY_MS = 5;
/** The first start creates the database and may build the app. */
const START_TIMEOUT_MS = 120_000;

/** A later `npm start`, with all that it runs: npm, its checks, PostgreSQL, the server. */
export const start: Figure = {
  name: 'start',
  async measure({ cluster, log, size }) {
    const dataDir = join(cluster.folder, 'start');
    await timeOfStart(dataDir);
    const times: number[] = [];
    for (let round = 1; round <= ROUNDS[size]; round += 1) {
      times.push(await timeOfStart(dataDir));
      log(`round ${round}: ${times.at(-1)!.toFixed(0)} ms`);
    }
    return [
      {
        figure: 'start after the first time, to the first answer',
        unit: 'ms',
        ours: median(times),
        goal: { atMost: 1_500 },
        note: `from \`npm start\` to an answer that came out of its own PostgreSQL; median of ${times.length}, ${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)} ms`,
      },
    ];
  },
};

/** Starts the product on a data folder, and stops it. @returns ms from the start to the first answer */
async function timeOfStart(dataDir: string): Promise<number> {
  const port = await freePort();
  const begun = performance.now();
  const npm = trackChild(
    spawn('npm', ['start'], {
      cwd: join(import.meta.dirname, '../..'),
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: `${port}`, DATA_DIR: dataDir },
    }),
  );
  const time = await firstAnswer(npm, `http://127.0.0.1:${port}/api/health`)
    .then(() => performance.now() - begun)
    .finally(() => stopChild(npm));
  if (existsSync(join(dataDir, 'postgres/postmaster.pid'))) throw new Error('Its PostgreSQL did not stop with it');
  return time;
}

/** Calls until there is an answer. @throws when npm ends without one, with its stderr */
async function firstAnswer(npm: ChildProcessByStdio<null, null, Readable>, address: string): Promise<void> {
  const stderr = text(npm.stderr);
  for (const until = performance.now() + START_TIMEOUT_MS; npm.exitCode === null; await pause(CALL_EVERY_MS)) {
    const answer = await fetch(address).catch(() => undefined);
    if (answer?.ok) return;
    if (performance.now() > until) throw new Error(`npm start did not answer within ${START_TIMEOUT_MS} ms`);
  }
  throw new Error(`npm start ended before it had answered:\n${await stderr}`);
}
