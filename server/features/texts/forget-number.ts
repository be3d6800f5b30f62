import type pg from 'pg';

/** A text that a worker is sending right now is still sent. A later retry is cancelled, because it has no number. */
const FORGET = `
  update texts
  set phone_number = '', phone_key = null,
      status = case when status = 'queued' then 'cancelled' else status end,
      last_error = case when status = 'queued' then 'the number''s person has left' else last_error end,
      settled_at = case when status = 'queued' then now() else settled_at end
  where phone_key = $1 and cause = 'form'`;

/** Texts for support that have left need no number any more, and one for the person who has left needs none. */
const FORGET_PHONE = `
  update texts set phone_key = null
  where phone_key = $1 and cause <> 'form' and (status not in ('queued', 'sending') or recipient = $2)`;

/**
 * Removes the phone number of a person who has left from all texts by hand, however it is written there, and from those to them. The texts stay in their senders' lists;
 * queued ones are cancelled.
 * @param phone `key` of `readNumber`
 */
export async function forgetNumber(db: pg.ClientBase, phone: string, uid: string): Promise<void> {
  await db.query(FORGET, [phone]);
  await db.query(FORGET_PHONE, [phone, uid]);
}

const FORGET_AS_GONE = `
  update texts t set phone_number = '', phone_key = null
  from users u where u.id = $1 and t.phone_key = u.phone_key and t.author = $2 and t.cause = 'form' and t.status not in ('queued', 'sending')`;

/** Removes the number of a person who ends a connection from the friend's texts by hand: to the friend it is as if the person had left. */
export async function forgetAsGone(db: pg.ClientBase, uid: string, friend: string): Promise<void> {
  await db.query(FORGET_AS_GONE, [uid, friend]);
}
