import type pg from 'pg';
import { messageOf, WORDING, WORDING_JOINS } from '#server/features/texts/index.ts';

export interface TextRow {
  id: string;
  kind: string;
  cause: string;
  status: string;
  recipient: string | null;
  author: string | null;
  phone_number: string;
  message: string;
}

/** Removes all texts, and the causes of further ones. */
export async function deleteTexts(pool: pg.Pool): Promise<void> {
  // In this order: a worker may be making the texts of a cause.
  await pool.query('delete from causes');
  await pool.query('delete from texts');
}

/** All texts of the outbox with their words and numbers, in the order of their causes. */
export async function readTexts(pool: pg.Pool, appUrl: string): Promise<TextRow[]> {
  const { rows } = await pool.query(
    `select t.id, t.kind, t.cause, t.status, t.recipient, t.author,
       coalesce(t.phone_number, recipient.phone_key, '') as phone_number, ${WORDING}
     from texts t ${WORDING_JOINS} order by t.created_at, 7`,
  );
  return rows.map((row) => {
    const { typed, mood, authorUid, authorName, authorFirstname, recipientFirstname, language, ...text } = row;
    return { ...text, message: messageOf(row, appUrl) ?? '' };
  });
}
