import type pg from 'pg';
import { commandLineOf } from './process-command.ts';

/** Held while an app runs on a data folder: 'mood' in ASCII. */
const FOLDER_LOCK = 0x6d6f6f64;
const HOLDER_GOES_WITHIN_MS = 5_000;

/**
 * Takes a data folder for this process, for as long as the connection lives. PostgreSQL takes a moment to notice that an
 * app was killed: only one that lives, or stays, is in the way.
 * @throws when another app has it, naming the folder and the process
 */
export async function lockDataFolder(lock: pg.Client, dataDir: string): Promise<void> {
  const deadline = Date.now() + HOLDER_GOES_WITHIN_MS;
  for (;;) {
    const { rows } = await lock.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [FOLDER_LOCK]);
    if (rows[0]?.held) return;
    const who = await holderOf(lock);
    if (isRunning(who) || Date.now() > deadline) {
      throw new Error(
        `The data folder ${dataDir} is in use by ${who}. Stop that one first, or set DATA_DIR to another folder.`,
      );
    }
    await new Promise((done) => setTimeout(done, 15));
  }
}

async function holderOf(lock: pg.Client): Promise<string> {
  const { rows } = await lock.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and l.objid = $1 and l.granted`,
    [FOLDER_LOCK],
  );
  return rows[0]?.name ?? 'another process';
}

/** Whether the process that an application name ends with is there. One that was killed has no command line any more. */
function isRunning(applicationName: string): boolean {
  const pid = Number(/\d+$/.exec(applicationName)?.[0]);
  return Boolean(pid && commandLineOf(pid));
}
