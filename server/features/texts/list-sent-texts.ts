import type pg from 'pg';
import { SENT_TEXTS_MAX } from '#contract/limits.ts';
import type { SentText } from '#contract/views.ts';
import { WORDING, WORDING_JOINS, type Wording, wordsOf } from './wording/texts.ts';

/**
 * The texts that a person sent by hand, and those of their calls for support that failed, here or on their way, newest first. Each of
 * the three has a small index; listing all texts would need a large one, which every chat message would have to update. Others that
 * failed are left out: which message brought a text, or whom a person asked once more, would tell what friends have decided. So are
 * those to people who are no friends any more: a friend who blocked the person looks like one who has left.
 */
export async function listSentTexts(pool: pg.Pool, author: string, appUrl: string): Promise<SentText[]> {
  const { rows } = await pool.query<Row>({ name: 'sent-texts', text: LIST, values: [author, SENT_TEXTS_MAX] });
  return rows.map(({ id, recipient, phoneNumber, status, delivery, attempts, createdAt, ...wording }) => ({
    ...{ id, cause: wording.cause, recipient, phoneNumber, status, delivery, attempts },
    message: wordsOf(wording, appUrl) ?? '',
    createdAt: createdAt.getTime(),
  }));
}

interface Row extends Omit<SentText, 'createdAt' | 'message'>, Wording {
  createdAt: Date;
}

const LIST = `
  with own as (
    (select id from texts where author = $1 and cause = 'form' order by created_at desc limit $2)
    union
    (select id from texts where author = $1 and cause = 'mood' and status = 'failed' order by created_at desc limit $2)
    union
    (select id from texts where author = $1 and cause = 'mood' and delivery = 'undelivered' order by created_at desc limit $2)
  )
  select t.id, t.recipient, nullif(t.phone_number, '') as "phoneNumber", t.status, t.delivery, t.attempts, t.created_at as "createdAt", ${WORDING}
  from own join texts t using (id) ${WORDING_JOINS}
  where t.recipient is null or exists (select from connections c where c.owner = $1 and c.other = t.recipient)
  order by t.created_at desc, t.id limit $2`;
