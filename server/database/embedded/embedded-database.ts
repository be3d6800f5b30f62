import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { SQL_STATE } from '../sql-state.ts';
import { APP_ROLE, ensureAppDatabase } from './app-database.ts';
import { ClusterFiles } from './cluster-files.ts';
import { lockDataFolder } from './lock-data-folder.ts';
import { createCluster, type PostmasterSettings, startPostmaster } from './postmaster.ts';

export type EmbeddedDatabase = Awaited<ReturnType<typeof open>>;

const START_TIMEOUT_MS = 60_000;
/** After a crash a start can fail while old backends are still ending. */
const START_TRIES = 3;
const RETRY_MS = 1_000;
const WAIT_FOR_OTHERS_MS = 2_000;
const PROBE_BYTES = 64 * 1024;

/** Creates or adopts the PostgreSQL of a folder, and restarts it. @throws when the folder is in use or read-only */
export async function openEmbeddedDatabase(
  dataDir: string,
  settings: PostmasterSettings = {},
): Promise<EmbeddedDatabase> {
  try {
    return await open(dataDir, settings);
  } catch (error) {
    const fault = explainWriteError(dataDir);
    if (!fault) throw error;
    throw new Error(`The data folder ${resolve(dataDir)} cannot be written: ${fault}`, { cause: error });
  }
}

/** Tries to write in a folder. @returns the system's error (full disk, read-only file system); undefined when it works */
function explainWriteError(folder: string): string | undefined {
  const file = join(folder, `.written-by-${process.pid}`);
  try {
    writeFileSync(file, Buffer.alloc(PROBE_BYTES), { flush: true });
  } catch (error) {
    return (error as Error).message;
  } finally {
    rmSync(file, { force: true });
  }
}

async function open(dataDir: string, settings: PostmasterSettings) {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const files = new ClusterFiles(resolve(dataDir));
  if (!existsSync(join(files.cluster, 'PG_VERSION'))) await createCluster(files);

  let { lock, postmaster } = await startAndLock(files, settings);
  await ensureAppDatabase(lock, files.superuserUrl(APP_ROLE));
  const adopted = !postmaster;
  let stopping = false;
  watch();

  /** The lock's connection ends when PostgreSQL crashes. Then restart PostgreSQL and lock the folder again. */
  function watch(): void {
    lock.once('end', async () => {
      while (!stopping) {
        try {
          ({ lock, postmaster } = await startAndLock(files, settings));
          watch();
          return;
        } catch {
          await new Promise((done) => setTimeout(done, RETRY_MS));
        }
      }
    });
  }

  return {
    /** As the app's role, which owns the database and is no superuser. */
    url: files.url,
    adopted,
    /** Unlocks the folder, and stops PostgreSQL unless other programs are connected to it. */
    stop(): Promise<void> {
      stopping = true;
      return release(lock, files);
    },
  };
}

async function startAndLock(files: ClusterFiles, settings: PostmasterSettings): Promise<Running> {
  const running = await connectOrStart(files, settings);
  try {
    await lockDataFolder(running.lock, files.dataDir);
    return running;
  } catch (error) {
    await running.lock.end();
    throw error;
  }
}

interface Running {
  lock: pg.Client;
  postmaster: ChildProcess | undefined;
}

async function connectOrStart(files: ClusterFiles, settings: PostmasterSettings): Promise<Running> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  let postmaster: ChildProcess | undefined;
  let tries = 0;
  for (;;) {
    const lock = new pg.Client({
      connectionString: files.superuserUrl('postgres'),
      application_name: `moodring ${process.pid}`,
    });
    // An unhandled error would end the process; `watch` handles the `end` that follows.
    lock.on('error', () => {});
    try {
      await lock.connect();
      return { lock, postmaster };
    } catch (error) {
      await lock.end().catch(() => {});
      if (!isTransient(error) || Date.now() > deadline) {
        throw new Error(`PostgreSQL does not start. See ${files.log}`, { cause: error });
      }
      if (isNotRunning(error) && (postmaster?.exitCode !== null || postmaster.signalCode !== null)) {
        if (tries++ > START_TRIES) throw new Error(`PostgreSQL stopped at start. See ${files.log}`);
        files.removeStaleLocks();
        postmaster = await startPostmaster(files, settings);
      }
      await new Promise((done) => setTimeout(done, 15));
    }
  }
}

function isNotRunning(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ECONNREFUSED';
}

function isTransient(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return (
    isNotRunning(error) ||
    code === SQL_STATE.cannotConnectNow ||
    code === 'ECONNRESET' ||
    message.includes('Connection terminated')
  );
}

async function release(lock: pg.Client, files: ClusterFiles): Promise<void> {
  const alone = await isAlone(lock).catch(() => false);
  await lock.end().catch(() => {});
  if (alone) await files.stopPostmaster();
}

/** Whether no other program is connected. Connections that were closed just now take a moment to disappear. */
async function isAlone(lock: pg.Client): Promise<boolean> {
  const deadline = Date.now() + WAIT_FOR_OTHERS_MS;
  for (;;) {
    const { rowCount } = await lock.query(
      `select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    if (rowCount === 0) return true;
    if (Date.now() > deadline) return false;
    await new Promise((done) => setTimeout(done, 15));
  }
}
