import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { migrations } from './migrations/index.ts';
import type { Database } from './schema.ts';

/**
 * Brings the database to the newest schema, in one transaction: nodes that start together wait for each other, and one
 * that is killed midway leaves nothing behind.
 * @returns the names of the migrations that ran now
 */
export async function migrate(db: Kysely<Database>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw new Error('The database could not be brought to the newest schema', { cause: error });
  return results.map((result) => result.migrationName);
}
