import type pg from 'pg';
import type { BlockedPerson } from '#contract/consent.ts';
import { inMs } from '#server/database/in-ms.ts';

/** SQL: a row `b` of blocks may be shown, because the blocked person has not blocked its owner, too. */
export const IS_SHOWN_BLOCK = 'not exists (select from blocks r where r.owner = b.other and r.other = b.owner)';

const LIST = `
  select u.id as uid, u.firstname, u.lastname, u.initials, ${inMs('b.created_at')} as "blockedAt"
  from blocks b join users u on u.id = b.other
  where b.owner = $1 and ${IS_SHOWN_BLOCK} order by b.created_at desc, u.id`;

export async function listBlocked(pool: pg.Pool, uid: string): Promise<BlockedPerson[]> {
  return (await pool.query<BlockedPerson>({ name: 'list-blocked', text: LIST, values: [uid] })).rows;
}

export async function unblock(pool: pg.Pool, uid: string, other: string): Promise<void> {
  await pool.query('delete from blocks where owner = $1 and other = $2', [uid, other]);
}
