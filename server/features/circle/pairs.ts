import type pg from 'pg';

/** The columns of a connection that are kept when it ends, and hold again when the two reconnect. */
export const KEPT_CONTROLS = ['muted_until', 'hides_mood', 'mood_hidden_since', 'mood_shown_since'];

/** Connecting looks for a block and blocking for a connection: without the lock they could miss each other at the same moment. */
const LOCK = `select pg_advisory_xact_lock(hashtextextended('pair ' || least($1::uuid, $2::uuid) || greatest($1::uuid, $2::uuid), 0))`;

/** Locks a pair of people before their rows, in a transaction. */
export async function lockPair(db: Pick<pg.ClientBase, 'query'>, one: string, other: string): Promise<void> {
  await db.query(LOCK, [one, other]);
}

export async function lockPairUnlessBlocked(db: pg.ClientBase, one: string, other: string): Promise<boolean> {
  await lockPair(db, one, other);
  const { rowCount } = await db.query('select from blocks where (owner, other) in (($1, $2), ($2, $1))', [one, other]);
  return rowCount !== 0;
}

/** In the order in which leaving and parting lock them. */
const LOCK_FRIENDS = [
  `select from users where id = $1
    or id in (select other from connections where owner = $1 and other = any($2::uuid[]))
  order by id for key share`,
  'select from connections where owner = $1 and other = any($2::uuid[]) order by other for key share',
];

/** Before rows about a person's friends are stored: what ends at this moment takes them along. */
export async function lockFriends(db: pg.ClientBase, uid: string, friends: readonly string[]): Promise<void> {
  for (const lock of LOCK_FRIENDS) await db.query(lock, [uid, friends]);
}

/** The condition, in SQL: one of two people has blocked the other. */
export function isBlocked(one: string, other: string): string {
  return `exists (select from blocks b where (b.owner, b.other) in ((${one}, ${other}), (${other}, ${one})))`;
}
