import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { glob, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { median } from '#bench/report/statistics.ts';
import { keepTrackOf } from '#bench/rig/child-processes.ts';
import type { InsertRate } from './insert-rate.ts';

const execute = promisify(execFile);

interface Pgbench {
  program: string;
  version: string;
}

interface PgbenchRun {
  databaseUrl: string;
  /** Where the script and the log go. */
  folder: string;
  script: string;
  clients: number;
  seconds: number;
}

/** The machine's pgbench: the newest of those that Debian keeps apart, else the one on the PATH. */
export async function findPgbench(): Promise<Pgbench | undefined> {
  for (const program of [...globSync('/usr/lib/postgresql/*/bin/pgbench').sort().reverse(), 'pgbench']) {
    const version = await execute(program, ['--version']).catch(() => undefined);
    if (version) return { program, version: version.stdout.trim().replace(/ \(Debian.*$/, '') };
  }
}

/** Runs a script over and over, prepared. The time of each transaction is kept only when there is one client. */
export async function runPgbench({ program }: Pgbench, run: PgbenchRun): Promise<InsertRate> {
  const { databaseUrl, folder, script, clients, seconds } = run;
  const file = join(folder, 'pgbench.sql');
  const log = join(folder, 'pgbench-log');
  await writeFile(file, script);
  const threads = Math.min(clients, availableParallelism());
  const flags = ['-n', '-M', 'prepared', '-c', `${clients}`, '-j', `${threads}`, '-T', `${seconds}`, '-f', file];
  if (clients === 1) flags.push('--log', `--log-prefix=${log}`);

  const running = execute(program, [...flags, databaseUrl]);
  keepTrackOf(running.child);
  const { stdout } = await running;
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
  if (!(perSecond > 0) || /failed transactions: [1-9]/.test(stdout)) throw new Error(`pgbench failed:\n${stdout}`);
  return { perSecond, medianMs: clients === 1 ? await medianOf(log) : Number.NaN };
}

/** A line of the log is a transaction; its third field is how long it took, in microseconds. */
async function medianOf(log: string): Promise<number> {
  const times: number[] = [];
  for await (const file of glob(`${log}.*`)) {
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    times.push(...lines.map((line) => Number(line.split(' ')[2]) / 1000));
    await rm(file);
  }
  return median(times);
}
