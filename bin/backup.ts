/** `npm run backup [FILE]`: the whole database in one file. The app may run meanwhile. */
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readDatabaseConfig } from '#server/config.ts';
import { backUp } from '#server/database/backup/back-up.ts';
import { openConfiguredDatabase } from '#server/database/backup/open-configured-database.ts';
import { printSums } from '#server/database/backup/tables.ts';
import { explainStartFailure } from '#server/explain-start-failure.ts';

try {
  const config = readDatabaseConfig(process.env);
  const file = resolve(process.argv[2] ?? `moodring-${new Date().toISOString().replaceAll(':', '-')}.sql.gz`);
  const { url, close } = await openConfiguredDatabase(config);
  const sums = await backUp(url, file).finally(close);
  console.log(`${printSums(sums)}\n\n  Backed up into ${file} (${statSync(file).size.toLocaleString('en')} bytes)`);
  const secret = config.databaseUrl ? 'AUTH_SECRET' : join(config.dataDir, 'auth-secret');
  console.log(`  Keep ${secret} too, in another place: with it people stay signed in after a restore`);
} catch (error) {
  console.error(explainStartFailure(error as Error));
  process.exit(1);
}
