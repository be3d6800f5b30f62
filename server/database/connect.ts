import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { endSilentConnection } from './end-silent-connection.ts';
import { PrewarmedPool } from './prewarmed-pool.ts';
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
  /** Connections that the pool opens at once, opens again when they break, and keeps when they are idle. */
  kept?: number;
  /** How long a query waits for one. */
  connectTimeoutMs?: number;
  /** How long a statement may take: a caller is told to come back, and what is locked is let go. Infinity for as long as it takes. */
  statementTimeoutMs?: number;
  /** PostgreSQL's, for each of them: `name = value`. */
  settings?: readonly string[];
}

/** What PostgreSQL ends by itself it may tell in this time; after it, it is not heard of any more. */
const TELL_WITHIN_MS = 1_000;

/** Opens a pool on a PostgreSQL. A connection that breaks while idle is replaced silently; one that breaks in use fails its query. */
export function connectDatabase(
  url: string,
  { max = 10, kept = 0, connectTimeoutMs = 10_000, statementTimeoutMs = 9_000, settings = [] }: PoolOptions = {},
): Connections {
  const isPatient = statementTimeoutMs === Number.POSITIVE_INFINITY;
  const all = isPatient ? settings : [`statement_timeout = ${statementTimeoutMs}`, ...settings];
  const pool = new PrewarmedPool({
    connectionString: url,
    max,
    min: kept,
    types,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'moodring',
    onConnect: async (connection) => {
      if (!isPatient) endSilentConnection(connection as pg.Client, statementTimeoutMs + TELL_WITHIN_MS);
      // Not in the start-up packet, which a connection pooler between may refuse.
      if (all.length > 0) await connection.query(all.map((setting) => `set ${setting}`).join('; '));
    },
  });
  pool.on('error', () => {});
  // Between two queries of a transaction nobody else listens, and an error without a listener ends the process.
  pool.on('connect', (connection) => void connection.on('error', () => {}));
  return { db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }), pool };
}
