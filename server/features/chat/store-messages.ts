import type { Message } from '#contract/views.ts';
import type { ChatConnection } from '#server/database/chat-connection.ts';

/** A message as its sender sent it. */
export interface NewMessage {
  id: string;
  sender: string;
  receiver: string;
  content: string;
}

/** How the texts about new messages are written: around the sender's display name. */
export interface TextTerms {
  before: string;
  after: string;
  status: string;
  note: string | null;
}

/**
 * One statement, so one round trip and one commit for a whole batch: stores the messages whose sender is connected with
 * the receiver, moves both connections' lastmessage, and puts a text in the outbox for every receiver with a phone who
 * has not turned those texts off (spec §3, §9). An id that is there already stores nothing. A message's text bears its
 * id: one message, one text. The connections are locked in the order that `union` sorts them into, the same on every
 * node, so no two block each other.
 *
 * Somebody who leaves in this moment takes their connections along, and all that was committed before is purged
 * (0014-departures.ts). Whoever is slower than they finds no connection to move and would make one, with somebody who is not
 * there: so nothing of the statement is stored. It comes to no more than an `update` would.
 */
const STORE = `
  with stored as (
    insert into messages (id, sender, receiver, content)
    select i.id, i.sender, i.receiver, i.content
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[]) with ordinality as i (id, sender, receiver, content, place)
    join connections c on c.owner = i.sender and c.other = i.receiver
    order by i.place
    on conflict (id) do nothing
    returning id, seq, sender, receiver, timestamp
  ), moved as (
    insert into connections (owner, other, lastmessage)
    select owner, other, now()
    from (select sender, receiver from stored union select receiver, sender from stored) p (owner, other)
    on conflict (owner, other) do update set lastmessage = excluded.lastmessage
  ), texted as (
    insert into texts (id, kind, cause, cause_id, recipient, author, phone_number, message, status, last_error)
    select s.id, 'general', 'message', s.id, r.id, w.id, r.chat_text_number, $5 || w.name || $6, $7, $8
    from stored s join users r on r.id = s.receiver join users w on w.id = s.sender
    where r.chat_text_number is not null
  )
  select id, seq, timestamp from stored`;

/** foreign_key_violation, SQLSTATE. */
const SOMEBODY_LEFT = '23503';

const FIND = 'select id, seq, sender, receiver, content, timestamp, read from messages where id = any($1::uuid[])';

interface MessageRow extends Omit<Message, 'timestamp'> {
  timestamp: Date;
}

type StoredRow = Pick<MessageRow, 'id' | 'seq' | 'timestamp'>;

/** Stores a batch, no id twice, in its order. @returns each one's message, or undefined for what was not stored now */
export async function storeMessages(
  db: Pick<ChatConnection, 'query'>,
  batch: readonly NewMessage[],
  terms: TextTerms,
): Promise<(Message | undefined)[]> {
  const values = [
    batch.map((message) => message.id),
    batch.map((message) => message.sender),
    batch.map((message) => message.receiver),
    batch.map((message) => message.content),
    terms.before,
    terms.after,
    terms.status,
    terms.note,
  ];
  const rows = await storeUnlessSomebodyLeaves(db, values);
  // By id: SQL promises no order to what a data-modifying `with` returns.
  const stored = new Map(rows.map((row) => [row.id, row]));
  return batch.map((message) => {
    const row = stored.get(message.id);
    return row && messageView({ ...message, ...row, read: false });
  });
}

/** Once they are gone, what was for them and by them is stored no more, and the rest of the batch is. */
async function storeUnlessSomebodyLeaves(db: Pick<ChatConnection, 'query'>, values: unknown[]): Promise<StoredRow[]> {
  for (;;) {
    try {
      return (await db.query<StoredRow>({ name: 'store-messages', text: STORE, values })).rows;
    } catch (error) {
      if ((error as { code?: string }).code !== SOMEBODY_LEFT) throw error;
    }
  }
}

/** The messages that already bear the ids of these, by id. */
export async function findMessages(
  db: Pick<ChatConnection, 'query'>,
  wanted: readonly NewMessage[],
): Promise<Map<string, Message>> {
  const ids = wanted.map((message) => message.id);
  const { rows } = await db.query<MessageRow>({ name: 'find-messages', text: FIND, values: [ids] });
  return new Map(rows.map((row) => [row.id, messageView(row)]));
}

/** A message as both sides see it. */
export function messageView({ id, seq, sender, receiver, content, timestamp, read }: MessageRow): Message {
  return { id, seq, sender, receiver, content, timestamp: timestamp.getTime(), read };
}
