import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Job } from '#server/background/jobs.ts';

const EVERY_MS = 60 * 60 * 1_000;
/** A batch takes some milliseconds, and other calls run between two batches. */
const BATCH = 500;
const PAUSE_MS = 20;

const expired = (table: string, key: string) => `
  delete from ${table} where ${key} in (
    select ${key} from ${table} where expires_at < now() order by expires_at limit $1 for update skip locked
  )`;

/** The parameter of each is the size of a batch. */
const STATEMENTS = {
  'sweep-sessions': expired('sessions', 'id'),
  'sweep-verifications': expired('verifications', 'id'),
  'sweep-links': expired('one_time_links', 'token_hash'),
  'sweep-codes': expired('text_codes', 'id'),
  'forget-sign-up-networks': `
    update users set sign_up_network = null where id in (
      select id from users where sign_up_network is not null and created_at < now() - interval '7 days'
      order by created_at limit $1 for update skip locked
    )`,
};

/** Removes expired sessions, links, codes and challenges, and networks of sign-ups after a week. */
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
