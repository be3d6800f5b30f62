/** A process of its own, in place of pgbench: single-row prepared inserts, one after the other on each connection. */
import pg from 'pg';
import { receiveTask, reply } from '#bench/loads/load-process.ts';
import { median } from '#bench/report/statistics.ts';

export interface InsertLoop {
  databaseUrl: string;
  /** Its two parameters are numbers from 1 to `people`. */
  statement: string;
  people: number;
  clients: number;
  seconds: number;
}

/** How fast single rows go into a table, each in a commit of its own. */
export interface InsertRate {
  perSecond: number;
  /** The median time of one insert with its commit. Only with one client. */
  medianMs: number;
}

const { databaseUrl, statement, people, clients, seconds } = await receiveTask<InsertLoop>();
const pool = new pg.Pool({ connectionString: databaseUrl, max: clients });
const connections = await Promise.all(Array.from({ length: clients }, () => pool.connect()));
const times: number[] = [];
const from = performance.now();
await Promise.all(connections.map(insertUntil(from + seconds * 1000)));
const perSecond = (times.length * 1000) / (performance.now() - from);
for (const connection of connections) connection.release();
await pool.end();
reply({ perSecond, medianMs: median(times) } satisfies InsertRate);

function insertUntil(end: number) {
  return async (connection: pg.PoolClient): Promise<void> => {
    for (let now = performance.now(); now < end; ) {
      await connection.query({ name: 'insert', text: statement, values: [randomPerson(), randomPerson()] });
      const after = performance.now();
      times.push(after - now);
      now = after;
    }
  };
}

function randomPerson(): string {
  return String(1 + Math.floor(Math.random() * people));
}
