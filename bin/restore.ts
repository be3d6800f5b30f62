/** `npm run restore FILE`: restores a backup into an empty database and compares row counts and checksums. */
import { resolve } from 'node:path';
import { readDatabaseConfig } from '#server/config.ts';
import { restore } from '#server/database/backup/restore.ts';
import { printSums } from '#server/database/backup/tables.ts';
import { openEmbeddedDatabase } from '#server/database/embedded/embedded-database.ts';
import { explainStartFailure } from '#server/explain-start-failure.ts';

try {
  const name = process.argv[2];
  if (!name) throw new Error('Which backup? npm run restore FILE');
  const { dataDir, databaseUrl } = readDatabaseConfig(process.env);
  const embedded = databaseUrl ? undefined : await openEmbeddedDatabase(dataDir);
  const sums = await restore(databaseUrl ?? embedded!.url, resolve(name)).finally(() => embedded?.stop());
  console.log(`${printSums(sums)}\n\n  Restored: every table has the rows and the checksum that were backed up`);
  console.log('  Sessions, passwords, passkeys and blocks are those of the backup');
  console.log('  To end sessions that were ended since: npm run admin -- person sign-out EMAIL');
} catch (error) {
  console.error(explainStartFailure(error as Error));
  process.exit(1);
}
