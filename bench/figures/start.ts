import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { Figure } from '#bench/report/figure.ts';
import { median } from '#bench/report/statistics.ts';
import { end, keepTrackOf } from '#bench/rig/child-processes.ts';
import { freePort } from '#fixtures/free-port.ts';

const ROUNDS = 5;
const ASK_EVERY_MS = 5;
/** The first start makes the database, and may build the app. */
const START_WITHIN_MS = 120_000;

/** `npm start` when it is not the first time, as somebody waits for it: npm, its checks, PostgreSQL, the server. */
export const start: Figure = {
  name: 'start',
  async measure({ cluster, tell }) {
    const dataDir = join(cluster.folder, 'start');
    await timeOfStart(dataDir);
    const times: number[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      times.push(await timeOfStart(dataDir));
      tell(`round ${round}: ${times.at(-1)!.toFixed(0)} ms`);
    }
    return [
      {
        figure: 'start after the first time, to the first answer',
        unit: 'ms',
        ours: median(times),
        goal: { atMost: 1_500 },
        note: `from \`npm start\` to an answer that came out of its own PostgreSQL; median of ${ROUNDS}, ${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)} ms`,
      },
    ];
  },
};

/** Starts it on a data folder, and stops it in good order. @returns ms from the start to the first answer */
async function timeOfStart(dataDir: string): Promise<number> {
  const port = await freePort();
  const begun = performance.now();
  const npm = keepTrackOf(
    spawn('npm', ['start'], {
      cwd: join(import.meta.dirname, '../..'),
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: `${port}`, DATA_DIR: dataDir },
    }),
  );
  const time = await firstAnswer(npm, `http://127.0.0.1:${port}/api/health`)
    .then(() => performance.now() - begun)
    .finally(() => end(npm));
  if (existsSync(join(dataDir, 'postgres/postmaster.pid'))) throw new Error('Its PostgreSQL did not stop with it');
  return time;
}

/** Asks until there is an answer. @throws when it ends without one, with what it had to say */
async function firstAnswer(npm: ChildProcessByStdio<null, null, Readable>, address: string): Promise<void> {
  const said = text(npm.stderr);
  for (const until = performance.now() + START_WITHIN_MS; npm.exitCode === null; await pause(ASK_EVERY_MS)) {
    const answer = await fetch(address).catch(() => undefined);
    if (answer?.ok) return;
    if (performance.now() > until) throw new Error(`npm start did not answer within ${START_WITHIN_MS} ms`);
  }
  throw new Error(`npm start ended before it had answered:\n${await said}`);
}
