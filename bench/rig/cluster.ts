import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { ClusterFiles } from '#server/database/embedded/cluster-files.ts';
import { openEmbeddedDatabase } from '#server/database/embedded/embedded-database.ts';

/** One PostgreSQL for the run, as `npm start` brings it up, in a fresh folder. */
export interface Cluster extends AsyncDisposable {
  /** For files of the run; removed with the cluster. */
  folder: string;
  admin: pg.Client;
  /** @returns the address of a new, empty database */
  createDatabase(name: string): Promise<string>;
}

export async function openCluster(): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'moodring-bench-'));
  const embedded = await openEmbeddedDatabase(folder);
  // As the superuser throughout: filling a database passes by its triggers.
  const superuserUrl = new ClusterFiles(folder).superuserUrl('postgres');
  const admin = new pg.Client({ connectionString: superuserUrl });
  await admin.connect();
  return {
    folder,
    admin,
    async createDatabase(name) {
      await admin.query(`create database ${name}`);
      const address = new URL(superuserUrl);
      address.pathname = `/${name}`;
      return address.href;
    },
    async [Symbol.asyncDispose]() {
      // What was cut off leaves its connections behind: the cluster only stops when nobody else is on it.
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

/** The same footing for every run: statistics up to date, nothing left to write back. */
export async function settle(db: pg.Pool): Promise<void> {
  await db.query('vacuum analyze');
  await db.query('checkpoint');
}
