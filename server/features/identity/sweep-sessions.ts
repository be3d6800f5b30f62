import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';

const EVERY_MS = 60 * 60 * 1_000;
/** A step is over in some milliseconds, and others' calls go between two of them. */
const STEP = 500;
const REST_MS = 20;

const REMOVE = `
  delete from sessions where id in (
    select id from sessions where expires_at < now() order by expires_at limit $1 for update skip locked
  )`;

/**
 * Removes sessions that have run out, with the addresses that they came from, at once and then every hour: nobody comes
 * with their cookies any more, so nothing else would. All nodes do it, and none waits for what another is removing.
 * @returns stops it, and waits for the step that is under way
 */
export function sweepSessions(pool: pg.Pool, log: Logger, everyMs = EVERY_MS): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function sweep(): Promise<void> {
    let removed = 0;
    let step = STEP;
    while (step === STEP && !signal.aborted) {
      step = (await pool.query({ name: 'sweep-sessions', text: REMOVE, values: [STEP] })).rowCount ?? 0;
      removed += step;
      if (step === STEP) await pause(REST_MS, undefined, { signal }).catch(() => {});
    }
    if (removed > 0) log.info({ sessions: removed }, 'Sessions that had run out were removed');
  }

  async function sweepAgainAndAgain(): Promise<void> {
    while (!signal.aborted) {
      await sweep().catch((error) => log.warn({ err: error }, 'sessions that had run out could not be removed'));
      await pause(everyMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  const sweeping = sweepAgainAndAgain();
  return async () => {
    stopping.abort();
    await sweeping;
  };
}
