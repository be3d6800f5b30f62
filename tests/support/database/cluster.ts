import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openPool } from '#server/database/connect.ts';
import { APP_ROLE } from '#server/database/embedded/app-database.ts';
import { openEmbeddedDatabase } from '#server/database/embedded/embedded-database.ts';
import { migrate } from '#server/database/migrate.ts';
import { installTestClock } from './clocks/test-clock.ts';
import { WITHOUT_DURABILITY } from './turn-durability-off.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The superuser's address of the run's PostgreSQL, with a database that no test uses. */
    clusterAddress: string;
  }
}

/** The migrated database that every test database is copied from. */
export const TEMPLATE = 'moodring_template';

/** Vitest's global set-up: starts one PostgreSQL for the run in a new folder, the same way as `npm start`. */
export default async function openCluster(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'moodring-tests-'));
  const cluster = await openEmbeddedDatabase(folder, { ...WITHOUT_DURABILITY, max_connections: '300' });
  const clusterAddress = databaseAddress(cluster.url, APP_ROLE, 'postgres');
  const admin = new pg.Client({ connectionString: clusterAddress });
  await admin.connect();

  await admin.query(`create database ${TEMPLATE} owner ${APP_ROLE}`);
  const pool = openPool(databaseAddress(clusterAddress, TEMPLATE), { max: 1 });
  await installTestClock(pool, admin);
  await migrate(pool);
  await pool.end();
  // PostgreSQL copies a database only while no client is connected to it.
  await admin.query(`alter database ${TEMPLATE} allow_connections false`);
  project.provide('clusterAddress', clusterAddress);

  return async () => {
    // Interrupted tests leave connections behind; the cluster stops only when no other client is connected.
    await admin.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid() and application_name <> $1`,
      [`moodring ${process.pid}`],
    );
    await admin.end();
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
}

/** The address of another database of the same PostgreSQL, for the app's role or another one. */
export function databaseAddress(clusterAddress: string, database: string, role = APP_ROLE): string {
  const address = new URL(clusterAddress);
  address.username = role;
  address.pathname = `/${database}`;
  return address.href;
}
