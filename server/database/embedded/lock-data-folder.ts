import type pg from 'pg';
import { processCommand } from './process-command.ts';

/** An advisory lock, held while an app runs on a data folder: 'mood' in ASCII. */
const FOLDER_LOCK = 0x6d6f6f64;
const WAIT_FOR_HOLDER_MS = 5_000;

/** Locks a data folder while the connection lives, and waits for killed holders. @throws when another app holds it */
export async function lockDataFolder(lock: pg.Client, dataDir: string): Promise<void> {
  const deadline = Date.now() + WAIT_FOR_HOLDER_MS;
  for (;;) {
    const { rows } = await lock.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [FOLDER_LOCK]);
    if (rows[0]?.held) return;
    const holder = await holderOf(lock);
    if (isRunning(holder) || Date.now() > deadline) {
      throw new Error(
        `The data folder ${dataDir} is in use by ${holder}. Stop that one first, or set DATA_DIR to another folder.`,
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

/** Whether the process whose id ends this application name runs. A killed process has no command line. */
function isRunning(applicationName: string): boolean {
  const pid = Number(/\d+$/.exec(applicationName)?.[0]);
  return Boolean(pid && processCommand(pid));
}
