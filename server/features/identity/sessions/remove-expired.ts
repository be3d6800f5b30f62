import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';

const EVERY_MS = 60 * 60 * 1_000;
/** A step is over in some milliseconds, and others' calls go between two of them. */
const STEP = 500;
const REST_MS = 20;

/** Each takes how many rows it may change. */
const STATEMENTS = {
  'sweep-sessions': `
    delete from sessions where id in (
      select id from sessions where expires_at < now() order by expires_at limit $1 for update skip locked
    )`,
  'forget-sign-up-networks': `
    update users set sign_up_network = null where id in (
      select id from users where sign_up_network is not null and created_at < now() - interval '7 days'
      order by created_at limit $1 for update skip locked
    )`,
};

/**
 * Removes sessions that have run out, with the addresses that they came from, and forgets which network an account was made
 * from after a week: at once and then every hour. Nobody comes with those cookies any more, so nothing else would. All
 * nodes do it, and none waits for what another is removing.
 * @returns stops it, and waits for the step that is under way
 */
export function removeExpired(pool: pg.Pool, log: Logger, everyMs = EVERY_MS): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function sweep(name: string, text: string): Promise<void> {
    let rows = 0;
    let step = STEP;
    while (step === STEP && !signal.aborted) {
      step = (await pool.query({ name, text, values: [STEP] })).rowCount ?? 0;
      rows += step;
      if (step === STEP) await pause(REST_MS, undefined, { signal }).catch(() => {});
    }
    if (rows > 0) log.info({ sweep: name, rows }, 'What had expired was removed');
  }

  async function sweepAgainAndAgain(): Promise<void> {
    while (!signal.aborted) {
      for (const [name, text] of Object.entries(STATEMENTS)) {
        await sweep(name, text).catch((error) =>
          log.warn({ sweep: name, err: error }, 'what has expired was not removed'),
        );
      }
      await pause(everyMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  const sweeping = sweepAgainAndAgain();
  return async () => {
    stopping.abort();
    await sweeping;
  };
}
