import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Job } from '#server/background/jobs.ts';

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
 * Removes expired sessions, links, codes and challenges, and a week after a sign-up its network. Rows that another node locks are
 * skipped.
 */
export function removeExpired(pool: pg.Pool, log: Logger): Job[] {
  return Object.entries(STATEMENTS).map(([name, text]) => ({
    name,
    everyMs: EVERY_MS,
    async run(signal) {
      let rows = 0;
      let batch = BATCH;
      while (batch === BATCH && !signal.aborted) {
        batch = (await pool.query({ name, text, values: [BATCH] })).rowCount ?? 0;
        rows += batch;
        if (batch === BATCH) await pause(PAUSE_MS, undefined, { signal }).catch(() => {});
      }
      if (rows > 0) log.info({ job: name, rows }, 'Expired rows were removed');
    },
  }));
}
