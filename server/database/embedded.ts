import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { ClusterFiles } from './cluster-files.ts';
import { commandLineOf } from './command-line-of.ts';
import { createCluster, type Postmaster, startPostmaster } from './postmaster.ts';

/** The embedded PostgreSQL of one data folder, held by this process. */
export interface EmbeddedDatabase {
  url: string;
  /** Whether it was already running, left behind by a process that was killed. */
  adopted: boolean;
  /** Lets go of the folder, and stops PostgreSQL unless somebody else is connected to it. */
  stop(): Promise<void>;
}

/** Held while an app runs on a data folder: 'mood' in ASCII. */
const FOLDER_LOCK = 0x6d6f6f64;
const START_TIMEOUT_MS = 60_000;
const HOLDER_GOES_WITHIN_MS = 5_000;
const OTHERS_GO_WITHIN_MS = 2_000;

/**
 * Brings up the PostgreSQL of a data folder: creates it the first time, adopts it when it still runs, and otherwise
 * starts it, after a crash too. fsync stays on; it is reached through a unix socket only.
 * @throws when another app already runs on this folder, naming the folder and the process.
 */
export async function openEmbeddedDatabase(dataDir: string): Promise<EmbeddedDatabase> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const files = new ClusterFiles(resolve(dataDir));
  if (!existsSync(join(files.cluster, 'PG_VERSION'))) await createCluster(files);

  const { lock, postmaster } = await connectOrStart(files);
  try {
    await holdFolder(lock, dataDir);
    await ensureDatabase(lock);
  } catch (error) {
    await lock.end();
    throw error;
  }
  // The lock's connection may break (PostgreSQL restarted under us): the pools recover on their own.
  lock.on('error', () => {});
  return { url: files.url('moodring'), adopted: !postmaster, stop: () => letGo(lock, files) };
}

/** Connecting decides whether PostgreSQL runs; no file on disk is trusted for that. */
async function connectOrStart(files: ClusterFiles): Promise<{ lock: pg.Client; postmaster: Postmaster | undefined }> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  let postmaster: Postmaster | undefined;
  for (;;) {
    const lock = new pg.Client({
      connectionString: files.url('postgres'),
      application_name: `moodring ${process.pid}`,
    });
    try {
      await lock.connect();
      return { lock, postmaster };
    } catch (error) {
      await lock.end().catch(() => {});
      if (!mayPass(error) || Date.now() > deadline) {
        throw new Error(`PostgreSQL does not start. See ${files.log}`, { cause: error });
      }
      if (isNotRunning(error) && (!postmaster || postmaster.hasExited())) {
        if (postmaster && !files.mayRetryAfterExit()) throw new Error(`PostgreSQL stopped at start. See ${files.log}`);
        files.removeStaleLocks();
        postmaster = await startPostmaster(files);
      }
      await new Promise((done) => setTimeout(done, 15));
    }
  }
}

function isNotRunning(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'ENOENT' || code === 'ECONNREFUSED';
}

/** Starting up, shutting down, or cut off in between. */
function mayPass(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return isNotRunning(error) || code === '57P03' || code === 'ECONNRESET' || message.includes('Connection terminated');
}

/** PostgreSQL takes a moment to notice that an app was killed: only one that lives, or stays, is in the way. */
async function holdFolder(lock: pg.Client, dataDir: string): Promise<void> {
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

async function ensureDatabase(lock: pg.Client): Promise<void> {
  const { rowCount } = await lock.query("select from pg_database where datname = 'moodring'");
  if (rowCount === 0) await lock.query('create database moodring');
}

async function letGo(lock: pg.Client, files: ClusterFiles): Promise<void> {
  const alone = await isAlone(lock).catch(() => false);
  await lock.end().catch(() => {});
  if (alone) await files.stopPostmaster();
}

/** Whether nobody else is connected. Connections that were closed just now take a moment to be gone. */
async function isAlone(lock: pg.Client): Promise<boolean> {
  const deadline = Date.now() + OTHERS_GO_WITHIN_MS;
  for (;;) {
    const { rowCount } = await lock.query(
      `select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    if (rowCount === 0) return true;
    if (Date.now() > deadline) return false;
    await new Promise((done) => setTimeout(done, 15));
  }
}
