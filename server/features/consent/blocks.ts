import type pg from 'pg';
import type { BlockedPerson } from '#contract/consent.ts';

/** The condition, in SQL, on a row `b` of blocks: not of somebody who has blocked the person, too. For each other they are not there. */
export const IS_SHOWN_BLOCK = 'not exists (select from blocks r where r.owner = b.other and r.other = b.owner)';

const LIST = `
  select u.id as uid, u.firstname, u.lastname, u.initials, b.created_at as "blockedAt"
  from blocks b join users u on u.id = b.other
  where b.owner = $1 and ${IS_SHOWN_BLOCK} order by b.created_at desc, u.id`;

/** Those whom a person has blocked, the last one first. */
export async function listBlocked(pool: pg.Pool, uid: string): Promise<BlockedPerson[]> {
  const { rows } = await pool.query({ name: 'list-blocked', text: LIST, values: [uid] });
  return rows.map(({ blockedAt, ...person }) => ({ ...person, blockedAt: blockedAt.getTime() }));
}

/** Ends a block; the two are not connected by that. */
export async function unblock(pool: pg.Pool, uid: string, other: string): Promise<void> {
  await pool.query('delete from blocks where owner = $1 and other = $2', [uid, other]);
}
