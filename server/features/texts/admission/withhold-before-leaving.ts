import type pg from 'pg';
import { HELD_BACK } from './admit-text.ts';
import type { AddressedText } from './find-withheld.ts';
import { passOnTexts } from './pass-on-texts.ts';

/** The condition: friend `friend` has muted the person ($1), or the person hides the mood from that friend. */
const IS_UNWANTED = (friend: string) => `exists (
  select from connections k where k.owner = ${friend} and k.other = $1
    and (k.mood_hidden_since is not null or k.muted_until > now()))`;

/** Texts for support that wait for another try, and those of causes whose recipients are known, which have no row yet. */
const UNWANTED = `
  select t.id, t.cause, t.recipient, t.author, t.cause_id as choice from texts t
  where t.status = 'queued' and t.author = $1 and t.cause in ('mood', 'again') and ${IS_UNWANTED('t.recipient')}
  union all
  select (left(c.choice::text, 28) || lpad(to_hex(i.place), 8, '0'))::uuid, 'mood', i.uid, $1, c.choice
  from mood_choices m join text_causes c on c.priority = 0 and c.choice = m.id
  cross join unnest(c.ids) with ordinality i (uid, place)
  where m.uid = $1 and ${IS_UNWANTED('i.uid')}`;

const CANCEL = `
  insert into texts as t (id, recipient, author, cause_id, kind, cause, status, last_error, settled_at)
  select u.id, u.recipient, $1, u.choice, 'general', u.cause, 'cancelled', '${HELD_BACK}', now() from (${UNWANTED}) u
  on conflict (id) do update set status = 'cancelled', last_error = excluded.last_error, settled_at = now(), next_attempt_at = null
  where t.status = 'queued'`;

/** Calls for support that wait, with a row or without one, for the person's phone. */
const WAITING = `
  select id, cause, recipient, author, cause_id as choice from texts
  where status = 'queued' and cause in ('mood', 'again') and recipient = $1
  union all
  select (left(c.choice::text, 28) || lpad(to_hex(i.place), 8, '0'))::uuid, 'mood', i.uid, m.uid, c.choice
  from text_causes c join mood_choices m on m.id = c.choice
  cross join unnest(c.ids) with ordinality i (uid, place)
  where c.priority = 0 and i.uid = $1`;

/**
 * Before a person's account goes or gets another number: another account with theirs gets what waits. Otherwise an account with a
 * friend's number, which anybody can make, could take the friend's text and be gone.
 */
export async function passOnWaiting(db: Pick<pg.ClientBase, 'query'>, uid: string): Promise<void> {
  await passOnTexts(db, (await db.query<AddressedText>(WAITING, [uid])).rows);
}

/**
 * Right before a person's account is deleted: their last calls are sent all the same, but not to friends who have muted them or
 * from whom they hide their mood. Both are kept with the connections, which go with the account, so no later look finds them.
 * What waits for their own phone goes to another account with it.
 */
export async function withholdBeforeLeaving(db: pg.ClientBase, uid: string): Promise<void> {
  await passOnTexts(db, (await db.query<AddressedText>(UNWANTED, [uid])).rows);
  await db.query(CANCEL, [uid]);
  await passOnWaiting(db, uid);
}
