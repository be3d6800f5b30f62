import type pg from 'pg';

/** A text that a worker is sending right now is still sent. A later retry is cancelled, because it has no number. */
const FORGET = `
  update texts
  set phone_number = '', phone_key = null,
      status = case when status = 'queued' then 'cancelled' else status end,
      last_error = case when status = 'queued' then 'the number''s person has left' else last_error end,
      settled_at = case when status = 'queued' then now() else settled_at end
  where phone_key = $1`;

/**
 * Removes a phone number from all texts by hand, however it is written there. The texts stay in their senders' lists;
 * queued ones are cancelled.
 * @param phone `key` of `readNumber`
 */
export async function forgetNumber(db: pg.ClientBase, phone: string): Promise<void> {
  await db.query(FORGET, [phone]);
}
