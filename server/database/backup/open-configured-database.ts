import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { DatabaseConfig } from '#server/config.ts';
import { APP_ROLE } from '../embedded/app-database.ts';
import { ClusterFiles } from '../embedded/cluster-files.ts';
import { openEmbeddedDatabase } from '../embedded/embedded-database.ts';

/** A database that can be reached for a while. */
interface Reached {
  url: string;
  /** Leaves it as it was found, running or not. */
  leave(): Promise<void>;
}

/** Reaches the database of the settings, whether the app is on it or not: the embedded one is started if need be. */
export async function reachDatabase({ dataDir, databaseUrl }: DatabaseConfig): Promise<Reached> {
  if (databaseUrl) return { url: databaseUrl, leave: async () => {} };
  if (!existsSync(join(dataDir, 'postgres'))) throw new Error(`There is no database in ${dataDir}. See DATA_DIR.`);
  const files = new ClusterFiles(dataDir);
  // Before an update the older app may run still, without a role of its own.
  for (const url of [files.url, files.superuserUrl(APP_ROLE)]) {
    if (await answers(url)) return { url, leave: async () => {} };
  }
  return openEmbeddedDatabase(dataDir).then(({ url, stop }) => ({ url, leave: stop }));
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
