import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';

const EVERY_MS = 60 * 60 * 1_000;
/** A batch takes some milliseconds, and other calls run between two batches. */
const BATCH = 500;
const PAUSE_MS = 20;

/** The parameter of each is the size of a batch. */
const STATEMENTS = {
  'sweep-sessions': `
    delete from sessions where id in (
      select id from sessions where expires_at < now() order by expires_at limit $1 for update skip locked
    )`,
  'sweep-verifications': `
    delete from verifications where id in (
      select id from verifications where expires_at < now() order by expires_at limit $1 for update skip locked
    )`,
  'forget-sign-up-networks': `
    update users set sign_up_network = null where id in (
      select id from users where sign_up_network is not null and created_at < now() - interval '7 days'
      order by created_at limit $1 for update skip locked
    )`,
  'sweep-links': `
    delete from one_time_links where token_hash in (
      select token_hash from one_time_links where expires_at < now() order by expires_at limit $1 for update skip locked
    )`,
  'sweep-codes': `
    delete from text_codes where id in (
      select id from text_codes where expires_at < now() order by expires_at limit $1 for update skip locked
    )`,
};

/**
 * Removes expired sessions with their addresses, expired links, codes and challenges, and, a week after a sign-up, the
 * network that it came from: at once and then every hour. The provider removes an expired session only when its cookie is used again. All nodes do it; none waits for
 * rows that another one locks.
 * @returns stops it, and waits for the current batch
 */
export function removeExpired(pool: pg.Pool, log: Logger, everyMs = EVERY_MS): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function removeRows(name: string, text: string): Promise<void> {
    let rows = 0;
    let batch = BATCH;
    while (batch === BATCH && !signal.aborted) {
      batch = (await pool.query({ name, text, values: [BATCH] })).rowCount ?? 0;
      rows += batch;
      if (batch === BATCH) await pause(PAUSE_MS, undefined, { signal }).catch(() => {});
    }
    if (rows > 0) log.info({ sweep: name, rows }, 'Expired rows were removed');
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      for (const [name, text] of Object.entries(STATEMENTS)) {
        await removeRows(name, text).catch((error) =>
          log.warn({ sweep: name, err: error }, 'expired rows were not removed'),
        );
      }
      await pause(everyMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
}
