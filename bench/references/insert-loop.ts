/** A process of its own that stands in for pgbench: single-row prepared inserts, one after the other on each connection. */
import pg from 'pg';
import { receiveTask, reply } from '#bench/loads/load-process.ts';
import { median } from '#bench/report/statistics.ts';
import type { InsertRate } from './insert-rate.ts';

export interface InsertLoop {
  databaseUrl: string;
  /** Takes two numbers up to `people`. */
  statement: string;
  people: number;
  clients: number;
  seconds: number;
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
      await connection.query({ name: 'insert', text: statement, values: [somebody(), somebody()] });
      const after = performance.now();
      times.push(after - now);
      now = after;
    }
  };
}

function somebody(): string {
  return String(1 + Math.floor(Math.random() * people));
}
