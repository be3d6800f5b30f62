import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { CountryCode } from 'libphonenumber-js';
import { migrations } from './migrations/index.ts';
import type { Database } from './schema.ts';

/**
 * Runs the missing migrations in one transaction. Nodes that start at the same time wait for each other, and a node that is
 * killed midway changes nothing.
 * @param country of stored phone numbers without a country's code
 * @returns the names of the migrations that ran
 */
export async function migrate(db: Kysely<Database>, country?: CountryCode): Promise<string[]> {
  const ofCountry = Object.entries(migrations).map(([name, { up }]): [string, Migration] => [
    name,
    { up: (trx) => up(trx, country) },
  ]);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(ofCountry) } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw new Error('The database could not be brought to the newest schema', { cause: error });
  return results.map((result) => result.migrationName);
}
