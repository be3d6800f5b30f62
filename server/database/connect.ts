import type { Socket } from 'node:net';
import pg from 'pg';
import { PrewarmedPool } from './prewarmed-pool.ts';

const BIGINT = 20;
const TIMESTAMPTZ = 1184;

/** bigint is read as a number: counts and sequence numbers stay far below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    if (oid === BIGINT && format !== 'binary') return Number;
    if (oid === TIMESTAMPTZ && format !== 'binary') return parseTimestamp;
    return pg.types.getTypeParser(oid, format as 'text');
  },
};

export interface PoolOptions {
  max?: number;
  kept?: number;
  connectTimeoutMs?: number;
  statementTimeoutMs?: number;
  settings?: readonly string[];
}

const REPORT_TIMEOUT_MS = 1_000;

/** Opens a pool. A connection that breaks while idle is replaced silently; one that breaks in use fails its query. */
export function openPool(
  url: string,
  { max = 10, kept = 0, connectTimeoutMs = 10_000, statementTimeoutMs = 9_000, settings = [] }: PoolOptions = {},
): pg.Pool {
  const hasNoTimeout = statementTimeoutMs === Number.POSITIVE_INFINITY;
  const all = hasNoTimeout ? settings : [`statement_timeout = ${statementTimeoutMs}`, ...settings];
  const pool = new PrewarmedPool({
    connectionString: url,
    max,
    min: kept,
    types,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'moodring',
    onConnect: async (connection) => {
      if (!hasNoTimeout) endSilentConnection(connection as pg.Client, statementTimeoutMs + REPORT_TIMEOUT_MS);
      // Not in the start-up packet, which a connection pooler may refuse.
      if (all.length > 0) await connection.query(all.map((setting) => `set ${setting}`).join('; '));
    },
  });
  pool.on('error', () => {});
  // Between two queries of a transaction there is no other listener, and an unhandled error ends the process.
  pool.on('connect', (connection) => void connection.on('error', () => {}));
  return pool;
}

/** PostgreSQL's own timeout does not help while it is stopped, its disk hangs or the network drops everything. */
function endSilentConnection(client: pg.Client, afterMs: number): void {
  const stream = client.connection.stream as Socket;
  stream.setTimeout(afterMs, () => {
    // The driver's own field: false from a statement's start to its end.
    const { readyForQuery } = client as unknown as { readyForQuery: boolean };
    if (!readyForQuery) stream.destroy(Object.assign(new Error('The database does not answer'), { code: 'ETIMEDOUT' }));
  });
}

const parse: (text: string) => Date | number = pg.types.getTypeParser(TIMESTAMPTZ, 'text');

let lastText: string | undefined;
let last: Date | number;

/** As the driver does. The rows of a batch have one time, so the last text is parsed only once (`npm run bench`: chat). */
function parseTimestamp(text: string): Date | number {
  if (text !== lastText) {
    last = parse(text);
    lastText = text;
  }
  return last instanceof Date ? new Date(last) : last;
}
