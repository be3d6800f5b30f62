import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { APP_ROLE, ensureAppDatabase } from './app-database.ts';
import { ClusterFiles } from './cluster-files.ts';
import { explainWriteError } from './explain-write-error.ts';
import { lockDataFolder } from './lock-data-folder.ts';
import { createCluster, type Postmaster, startPostmaster } from './postmaster.ts';

/** The embedded PostgreSQL of one data folder, held by this process. */
export interface EmbeddedDatabase {
  /** As the app's role, which owns the database and is no superuser. */
  url: string;
  /** Whether it was already running, left behind by a process that was killed. */
  adopted: boolean;
  /** Lets go of the folder, and stops PostgreSQL unless somebody else is connected to it. */
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 60_000;
/** After a crash a start can fail while old backends still leave. */
const START_TRIES = 3;
const START_AGAIN_MS = 1_000;
const OTHERS_GO_WITHIN_MS = 2_000;

/**
 * Brings up the PostgreSQL of a data folder: creates it the first time, adopts it when it still runs, and otherwise
 * starts it, after a crash too; and starts it again should it crash while this app lives. fsync stays on; it is reached
 * through a unix socket only.
 * @throws when another app already runs on this folder, naming the folder and the process; when nothing can be written
 * there, saying why.
 */
export async function openEmbeddedDatabase(dataDir: string): Promise<EmbeddedDatabase> {
  try {
    return await open(dataDir);
  } catch (error) {
    const fault = explainWriteError(dataDir);
    if (!fault) throw error;
    throw new Error(`The data folder ${resolve(dataDir)} cannot be written: ${fault}`, { cause: error });
  }
}

async function open(dataDir: string): Promise<EmbeddedDatabase> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const files = new ClusterFiles(resolve(dataDir));
  if (!existsSync(join(files.cluster, 'PG_VERSION'))) await createCluster(files);

  let { lock, postmaster } = await takeFolder(files);
  await ensureAppDatabase(lock, files.superuserUrl(APP_ROLE));
  const adopted = !postmaster;
  let stopping = false;
  watch();

  /** The lock's connection ends with PostgreSQL: what brings PostgreSQL back also takes the folder again. */
  function watch(): void {
    lock.once('end', async () => {
      while (!stopping) {
        try {
          ({ lock, postmaster } = await takeFolder(files));
          watch();
          return;
        } catch {
          await new Promise((done) => setTimeout(done, START_AGAIN_MS));
        }
      }
    });
  }

  return {
    url: files.url,
    adopted,
    stop() {
      stopping = true;
      return letGo(lock, files);
    },
  };
}

async function takeFolder(files: ClusterFiles): Promise<Running> {
  const running = await connectOrStart(files);
  // A connection that breaks also ends, and its end is what counts.
  running.lock.on('error', () => {});
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
  /** Undefined when it was running already. */
  postmaster: Postmaster | undefined;
}

/** Connecting decides whether PostgreSQL runs; no file on disk is trusted for that. */
async function connectOrStart(files: ClusterFiles): Promise<Running> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  let postmaster: Postmaster | undefined;
  let tries = 0;
  for (;;) {
    const lock = new pg.Client({
      connectionString: files.superuserUrl('postgres'),
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
        if (tries++ > START_TRIES) throw new Error(`PostgreSQL stopped at start. See ${files.log}`);
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
