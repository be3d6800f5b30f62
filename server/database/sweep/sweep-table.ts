import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { inBackgroundTransaction } from '../background-transaction.ts';

interface OldRows {
  table: string;
  areOld: string;
}

export interface Sweep extends OldRows {
  passMs: number;
}

const PAGES = `select pg_relation_size($1::regclass) / current_setting('block_size')::integer as pages`;

/** A small table is looked at every ten minutes: it has few steps, and its old rows go sooner. */
const PACE = { stepPages: 50, longestPauseMs: 10 * 60_000, retryMs: 60_000 };
/** A pause is at least this many times as long as the step before it. A very large table then takes longer for a pass. */
const REST = 4;

/** Removes old rows in small steps, without an index (docs/decisions/0015-kept-texts.md). @returns stops it */
export function sweepTable(
  pool: pg.Pool,
  log: Logger,
  { table, areOld, passMs }: Sweep,
  pace: Partial<typeof PACE> = {},
): () => Promise<void> {
  const { stepPages, longestPauseMs, retryMs } = { ...PACE, ...pace };
  const stopping = new AbortController();
  const { signal } = stopping;
  let next: number | undefined;
  const pass = { pages: 0, rows: 0 };
  let isFailing = false;

  async function step(): Promise<number> {
    const start = performance.now();
    const pages = (await pool.query<{ pages: number }>(PAGES, [table])).rows[0]!.pages;
    next ??= Math.floor(Math.random() * pages);
    if (next >= pages) next = 0;
    pass.rows += await removeFromPages(pool, { table, areOld }, next, stepPages);
    next += stepPages;
    pass.pages += stepPages;
    if (pass.pages >= pages) reportPass();
    const evenPauseMs = (passMs * stepPages) / pages;
    return Math.max(REST * (performance.now() - start), Math.min(evenPauseMs, longestPauseMs));
  }

  function reportPass(): void {
    if (pass.rows > 0) log.info({ sweep: table, rows: pass.rows }, 'Old rows were removed');
    Object.assign(pass, { pages: 0, rows: 0 });
  }

  async function stepOrRetry(): Promise<number> {
    try {
      const pauseMs = await step();
      isFailing = false;
      return pauseMs;
    } catch (error) {
      if (!isFailing) log.warn({ sweep: table, err: error }, 'old rows could not be removed now, and will be later');
      isFailing = true;
      return retryMs;
    }
  }

  async function run(): Promise<void> {
    while (!signal.aborted) await pause(await stepOrRetry(), undefined, { signal, ref: false }).catch(() => {});
  }

  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
}

/** Skips locked rows, so that it waits for no call and cannot deadlock. They go in a later pass. */
const removal = ({ table, areOld }: OldRows) => `
  with old as materialized (
    select ctid from ${table}
    where ctid >= $1::tid and ctid < $2::tid and ${areOld}
    for update of ${table} skip locked
  )
  delete from ${table} where ctid = any(array(select ctid from old))`;

/** Removes the old rows in `count` pages of the table, in one statement. @returns the number of rows removed */
export async function removeFromPages(pool: pg.Pool, rows: OldRows, first: number, count: number): Promise<number> {
  const range = [`(${first},0)`, `(${first + count},0)`];
  const { rowCount } = await inBackgroundTransaction(pool, (db) => db.query(removal(rows), range));
  return rowCount ?? 0;
}
