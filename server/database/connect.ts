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

interface PoolOptions {
  /** The most connections that are open at once. */
  max?: number;
  /** How long a query waits for one. */
  connectWithinMs?: number;
  /** PostgreSQL's, for each of them: `name = value`. */
  settings?: readonly string[];
}

/** Opens a pool on a PostgreSQL. A connection that breaks while idle is replaced silently; one that breaks in use fails its query. */
export function connectDatabase(
  url: string,
  { max = 10, connectWithinMs = 10_000, settings = [] }: PoolOptions = {},
): Connections {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    connectionTimeoutMillis: connectWithinMs,
    application_name: 'moodring',
    onConnect: async (connection) => {
      // Not in the start-up packet, which a connection pooler between may refuse.
      if (settings.length > 0) await connection.query(settings.map((setting) => `set ${setting}`).join('; '));
    },
  });
  pool.on('error', () => {});
  // Between two statements of a transaction a connection is nobody's to listen to: unheard, its end would end the process.
  pool.on('connect', (connection) => void connection.on('error', () => {}));
  return { db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }), pool };
}
