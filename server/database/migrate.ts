import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { CountryCode } from 'libphonenumber-js';
import type { Logger } from 'pino';
import { migrations } from './migrations/index.ts';
import type { Database } from './schema.ts';

/**
 * Runs the missing migrations in one transaction. Nodes that start at the same time wait for each other, and a node that is
 * killed midway changes nothing.
 * @param country of stored phone numbers without a country's code
 * @param log says which step has begun: a large database takes minutes
 * @returns the names of the migrations that ran
 * @throws {Error} for data of a newer version, too
 */
export async function migrate(db: Kysely<Database>, country?: CountryCode, log?: Logger): Promise<string[]> {
  const before = await namesOfRun(db);
  if (before.some((name) => name > Object.keys(migrations).at(-1)!))
    throw new Error('The data was used by a newer Moodring. Start that version, or one after it.');
  const isFirst = before.length === 0;
  const ofCountry = Object.entries(migrations).map(([name, { up }]): [string, Migration] => [
    name,
    {
      async up(trx) {
        if (!isFirst) log?.info({ part: 'database', migration: name }, 'Bringing the database to a newer schema');
        await up(trx, country);
      },
    },
  ]);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(ofCountry) } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw new Error('The database could not be brought to the newest schema', { cause: error });
  return results.map((result) => result.migrationName);
}

/** The migrations that have run: none in an empty database. */
async function namesOfRun(db: Kysely<Database>): Promise<string[]> {
  const exists = sql<{ name: string | null }>`select to_regclass('kysely_migration')::text as name`;
  if ((await exists.execute(db)).rows[0]!.name === null) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}
