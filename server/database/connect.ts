import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './schema.ts';

export interface Connections {
  db: Kysely<Database>;
  /** The same pool, for the statements that are written in plain SQL. */
  pool: pg.Pool;
}

export type Transaction = import('kysely').Transaction<Database>;

const BIGINT = 20;

/** Counts and sequence numbers stay far below 2^53, so a bigint is read as a number. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === BIGINT && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format as 'text'),
};

/**
 * Opens a pool on a PostgreSQL. A connection that breaks while idle is replaced silently; one that breaks in use fails its query.
 * @param max the most connections it opens
 * @param settings what is to be otherwise with these connections
 */
export function connectDatabase(url: string, max = 10, settings: pg.PoolConfig = {}): Connections {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: 10_000,
    application_name: 'moodring',
    ...settings,
  });
  pool.on('error', () => {});
  return { db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }), pool };
}
