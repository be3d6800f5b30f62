import type pg from 'pg';
import { nodeClock } from '#server/limits/node-clock.ts';

const { now } = nodeClock;
let aheadMs = 0;

/** Sets the clock by which this process's nodes remember limits forward. @param interval as of PostgreSQL: '2 hours' */
export async function setNodeClockForward(pool: pg.Pool, interval: string): Promise<void> {
  const { rows } = await pool.query('select extract(epoch from $1::interval)::float8 as seconds', [interval]);
  aheadMs += rows[0].seconds * 1000;
  nodeClock.now = () => now() + aheadMs;
}
