import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { glob, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MESSAGE_CONTENT } from '#bench/loads/chat-message.ts';
import { median } from '#bench/report/statistics.ts';
import { runScript, trackChild } from '#bench/rig/child-processes.ts';
import type { InsertLoop, InsertRate } from './insert-loop.ts';

const execute = promisify(execFile);

/** The reference of the chat: single-row prepared inserts into the messages table. */
export interface Inserts {
  /** The program that inserts, for the table's note. */
  by: string;
  run(clients: number, seconds: number): Promise<InsertRate>;
}

/** Senders and receivers of the inserted rows. They have no accounts, so the audit does not count the rows as messages. */
const INVENTED_PEOPLE = 100;

/**
 * Inserts with pgbench, or with `pg` where the machine has no pgbench.
 * @param folder for pgbench's script and log
 */
export async function openInserts(databaseUrl: string, folder: string): Promise<Inserts> {
  const pgbench = await findPgbench();
  if (pgbench) {
    return {
      by: pgbench.version,
      run: (clients, seconds) => runPgbench(pgbench.program, { databaseUrl, folder, clients, seconds }),
    };
  }
  const values = `uuidv7(), lpad($1, 32, '0')::uuid, lpad($2, 32, '1')::uuid, '${MESSAGE_CONTENT}'`;
  const statement = `insert into messages (id, sender, receiver, content) values (${values})`;
  return {
    by: 'prepared INSERTs by `pg` (this machine has no pgbench)',
    run(clients, seconds) {
      const loop: InsertLoop = { databaseUrl, statement, people: INVENTED_PEOPLE, clients, seconds };
      return runScript<InsertRate>('references/insert-loop.ts', loop);
    },
  };
}

/** The machine's pgbench: the newest of Debian's versions, else the one on the PATH. */
async function findPgbench(): Promise<{ program: string; version: string } | undefined> {
  for (const program of [...globSync('/usr/lib/postgresql/*/bin/pgbench').sort().reverse(), 'pgbench']) {
    const version = await execute(program, ['--version']).catch(() => undefined);
    if (version) return { program, version: version.stdout.trim().replace(/ \(Debian.*$/, '') };
  }
}

const SCRIPT = `
\\set one random(1, ${INVENTED_PEOPLE})
\\set other random(1, ${INVENTED_PEOPLE})
insert into messages (id, sender, receiver, content) values (uuidv7(), lpad(:one::text, 32, '0')::uuid, lpad(:other::text, 32, '1')::uuid, '${MESSAGE_CONTENT}');
`;

interface PgbenchRun {
  databaseUrl: string;
  folder: string;
  clients: number;
  seconds: number;
}

/** Repeats the script, prepared. Logs the time of each transaction only when there is one client. */
async function runPgbench(program: string, run: PgbenchRun): Promise<InsertRate> {
  const { databaseUrl, folder, clients, seconds } = run;
  const file = join(folder, 'pgbench.sql');
  const log = join(folder, 'pgbench-log');
  await writeFile(file, SCRIPT);
  const threads = Math.min(clients, availableParallelism());
  const flags = ['-n', '-M', 'prepared', '-c', `${clients}`, '-j', `${threads}`, '-T', `${seconds}`, '-f', file];
  if (clients === 1) flags.push('--log', `--log-prefix=${log}`);

  const running = execute(program, [...flags, databaseUrl]);
  trackChild(running.child);
  const { stdout } = await running;
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
  if (!(perSecond > 0) || /failed transactions: [1-9]/.test(stdout)) throw new Error(`pgbench failed:\n${stdout}`);
  return { perSecond, medianMs: clients === 1 ? await medianOf(log) : Number.NaN };
}

/** Each line of the log is a transaction; its third field is the duration in microseconds. */
async function medianOf(log: string): Promise<number> {
  const times: number[] = [];
  for await (const file of glob(`${log}.*`)) {
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    times.push(...lines.map((line) => Number(line.split(' ')[2]) / 1000));
    await rm(file);
  }
  return median(times);
}
