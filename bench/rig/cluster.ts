import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ClusterFiles } from '#server/database/embedded/cluster-files.ts';
import { openEmbeddedDatabase } from '#server/database/embedded/embedded-database.ts';

/** A database, and the secret that signs the cookies of its people. Nodes of one product share both. */
export interface Database {
  databaseUrl: string;
  authSecret: string;
}

export type Cluster = Awaited<ReturnType<typeof openCluster>>;

/** One PostgreSQL for the run in a new folder, started the same way as by `npm start`. */
export async function openCluster() {
  const folder = await mkdtemp(join(tmpdir(), 'moodring-bench-'));
  const embedded = await openEmbeddedDatabase(folder);
  // Everything connects as the superuser, because filling a database skips its triggers.
  const superuserUrl = new ClusterFiles(folder).superuserUrl('postgres');
  const admin = new pg.Client({ connectionString: superuserUrl });
  await admin.connect();
  return {
    /** For files of the run; removed with the cluster. */
    folder,
    admin,
    async createDatabase(name: string): Promise<Database> {
      await admin.query(`create database ${name}`);
      const address = new URL(superuserUrl);
      address.pathname = `/${name}`;
      return { databaseUrl: address.href, authSecret: randomBytes(32).toString('base64url') };
    },
    async [Symbol.asyncDispose](): Promise<void> {
      // Interrupted figures leave connections behind; the cluster stops only when no other client is connected.
      await admin.query(
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity
         where backend_type = 'client backend' and pid <> pg_backend_pid() and application_name <> $1`,
        [`moodring ${process.pid}`],
      );
      await admin.end();
      await embedded.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Describes the machine. @throws without Linux and its /proc, or when PostgreSQL does not wait for the disk */
export async function describeMachine({ admin }: Cluster): Promise<string> {
  if (process.platform !== 'linux') throw new Error('The figures need Linux');
  const { rows } = await admin.query<Record<string, string>>(
    `select current_setting('server_version') as version, current_setting('fsync') as fsync,
            current_setting('synchronous_commit') as commit, current_setting('wal_sync_method') as method`,
  );
  const { version, fsync, commit, method } = rows[0]!;
  if (fsync !== 'on' || commit !== 'on') throw new Error(`fsync is ${fsync}, synchronous_commit is ${commit}`);
  const busy = loadavg()[0]!.toFixed(1);
  return `PostgreSQL ${version}, fsync on (${method}); ${availableParallelism()} cores, load ${busy} before the start; Node ${process.version}`;
}

/** Updates the statistics and writes all dirty pages, so that every run starts alike. */
export async function settle(db: pg.Pool): Promise<void> {
  await db.query('vacuum analyze');
  await db.query('checkpoint');
}
