import type pg from 'pg';
import { SENT_TEXTS_MAX } from '#contract/sizes.ts';
import type { SentText } from '#contract/views.ts';
import { inMs } from '#server/database/in-ms.ts';
import { WORDING, WORDING_JOINS, type Wording, wordsOf } from './wording/texts.ts';

/**
 * Those by hand, and of the person's calls for support those that failed, newest first. Further texts would tell what friends have
 * decided. A friend who blocked the person looks like one who has left.
 */
export async function listSentTexts(pool: pg.Pool, author: string, appUrl: string): Promise<SentText[]> {
  const { rows } = await pool.query<Row>({ name: 'sent-texts', text: LIST, values: [author, SENT_TEXTS_MAX] });
  return rows.map(({ id, recipient, phoneNumber, status, delivery, attempts, createdAt, ...wording }) => ({
    ...{ id, cause: wording.cause, recipient, phoneNumber, status, delivery, attempts, createdAt },
    message: wordsOf(wording, appUrl) ?? '',
  }));
}

interface Row extends Omit<SentText, 'message'>, Wording {}

const LIST = `
  with own as (
    (select id from texts where author = $1 and cause = 'form' order by created_at desc limit $2)
    union
    (select id from texts where author = $1 and cause = 'mood' and status = 'failed' order by created_at desc limit $2)
    union
    (select id from texts where author = $1 and cause = 'mood' and delivery = 'undelivered' order by created_at desc limit $2)
  )
  select t.id, t.recipient, nullif(t.phone_number, '') as "phoneNumber", t.status, t.delivery, t.attempts, ${inMs('t.created_at')} as "createdAt", ${WORDING}
  from own join texts t using (id) ${WORDING_JOINS}
  where t.recipient is null or exists (select from connections c where c.owner = $1 and c.other = t.recipient)
  order by t.created_at desc, t.id limit $2`;
