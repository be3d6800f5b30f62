import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { DatabaseConfig } from '#server/config.ts';
import { APP_ROLE } from '../embedded/app-database.ts';
import { ClusterFiles } from '../embedded/cluster-files.ts';
import { openEmbeddedDatabase } from '../embedded/embedded-database.ts';

/** Finds the database of the settings, whether the app runs on it or not. The embedded one is started if need be. */
export async function openConfiguredDatabase(config: DatabaseConfig): Promise<{ url: string; close(): Promise<void> }> {
  const url = await findRunningDatabase(config);
  if (url) return { url, close: async () => {} };
  return openEmbeddedDatabase(config.dataDir).then(({ url, stop }) => ({ url, close: stop }));
}

/** The address of the settings' database; undefined when it is the embedded one and does not run. */
export async function findRunningDatabase({ dataDir, databaseUrl }: DatabaseConfig): Promise<string | undefined> {
  if (databaseUrl) return databaseUrl;
  if (!existsSync(join(dataDir, 'postgres'))) throw new Error(`There is no database in ${dataDir}. See DATA_DIR.`);
  const files = new ClusterFiles(dataDir);
  // During an update an older app may still run, whose database belongs to the superuser.
  for (const url of [files.url, files.superuserUrl(APP_ROLE)]) {
    if (await accepts(url)) return url;
  }
}

async function accepts(url: string): Promise<boolean> {
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
