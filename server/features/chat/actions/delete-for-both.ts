import type pg from 'pg';
import { ProductError } from '#contract/errors.ts';
import { DELETE_FOR_BOTH_HOURS } from '#contract/sizes.ts';
import type { Context } from '#server/context.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { LIMITS } from '#server/limits/index.ts';

const FIND = `
  select m.receiver as other, m.deleted_at is not null as "isDeleted",
    m.timestamp <= now() - interval '${DELETE_FOR_BOTH_HOURS} hours' as "isTooLate"
  from messages m
  where m.id = $1 and m.sender = $2 and exists (select from connections where owner = $2 and other = m.receiver)
  for update`;

/** It counts as read, so no count of unread messages has to leave it out. */
const BLANK = `update messages set content = '', reply_to = null, photos = null, deleted_at = now(), read = true where id = $1`;

const REACTIONS = 'delete from message_reactions where message = $1';

const PHOTOS = 'delete from photos where message = $1';

/** The text about it has none of its words, but there is nothing to read any more. `coalesce` keeps the planner to the primary key. */
const TEXT = `
  update texts set status = 'cancelled', next_attempt_at = null, settled_at = now()
  where id = $1 and cause = 'message' and coalesce(status = 'queued', false)`;

/** Pushes about it are due for another look: one that is shown closes, and an earlier unread message gets its own. */
const PUSHES = `
  with stale as (
    select p.device, p.cause from push_devices d join pushes p on p.device = d.id
    where d.uid = $2 and p.author = $3 and p.cause <> 'mood' and p.reason = $1
    order by p.device, p.cause for update of p
  ), unread as (
    select id from messages where receiver = $2 and sender = $3 and not read order by seq desc limit 1
  )
  update pushes p set version = p.version + 1, due_at = coalesce(p.due_at, now()),
    reason = coalesce((select id from unread where p.cause = 'message'), p.reason)
  from stale where p.device = stale.device and p.author = $3 and p.cause = stale.cause`;

interface Found {
  other: string;
  isDeleted: boolean;
  isTooLate: boolean;
}

/** Deletes an own message of the last 24 hours for both. @throws {ProductError} not_found, too_late, too_many, unavailable */
export async function deleteForBoth(
  { pool, live, limits, push }: Pick<Context, 'pool' | 'live' | 'limits' | 'push'>,
  person: string,
  message: string,
  network: string,
): Promise<void> {
  await limits.consume(LIMITS.deleteMessage.person, person);
  const blanked = await inTransaction(pool, (db) => blank(db, person, message));
  if (!blanked) {
    await limits.count([LIMITS.deleteMessage.network, network]);
    throw new ProductError('not_found');
  }
  const { other, hasPushes } = blanked;
  live.publish([other, person], { type: 'deleted', id: message, by: person, other, for: 'both' });
  if (hasPushes) push.wake();
}

/** Statements of their own after the lock: each sees what was stored until the lock was taken, such as a reaction. @returns undefined when there is no such message */
async function blank(db: pg.ClientBase, person: string, message: string) {
  const { rows } = await db.query<Found>({ name: 'find-own-message', text: FIND, values: [message, person] });
  if (!rows[0]) return;
  const { other, isDeleted, isTooLate } = rows[0];
  if (isDeleted) return { other, hasPushes: false };
  if (isTooLate) throw new ProductError('too_late', (t) => t.deletableForHours({ hours: DELETE_FOR_BOTH_HOURS }));
  await db.query(BLANK, [message]);
  await db.query(REACTIONS, [message]);
  await db.query(PHOTOS, [message]);
  await db.query(TEXT, [message]);
  const { rowCount } = await db.query(PUSHES, [message, other, person]);
  return { other, hasPushes: Boolean(rowCount) };
}
