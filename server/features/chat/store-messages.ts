import type pg from 'pg';
import type { Message } from '#contract/views.ts';

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
 * the receiver, moves both connections' lastmessage, and puts a text in the outbox for every receiver with a phone
 * (spec §3, §9). An id that is there already stores nothing.
 */
const STORE = `
  with incoming as (
    select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[]) with ordinality as i (id, sender, receiver, content, place)
  ), stored as (
    insert into messages (id, sender, receiver, content)
    select i.id, i.sender, i.receiver, i.content
    from incoming i join connections c on c.owner = i.sender and c.other = i.receiver
    order by i.place
    on conflict (id) do nothing
    returning id, seq, sender, receiver, content, timestamp, read
  ), pairs as (
    select sender as owner, receiver as other from stored union select receiver, sender from stored
  ), moved as (
    update connections c set lastmessage = now() from pairs p where c.owner = p.owner and c.other = p.other
  ), texted as (
    insert into texts (kind, cause, cause_id, recipient, author, phone_number, message, status, last_error)
    select 'general', 'message', s.id, r.id, w.id, r.text_number, $5 || w.name || $6, $7, $8
    from stored s join users r on r.id = s.receiver join users w on w.id = s.sender
    where r.text_number is not null
  )
  select id, seq, sender, receiver, content, timestamp, read from stored order by seq`;

const FIND = 'select id, seq, sender, receiver, content, timestamp, read from messages where id = any($1::uuid[])';

interface MessageRow extends Omit<Message, 'timestamp'> {
  timestamp: Date;
}

/** Stores a batch in its order. @returns the messages that were new */
export async function storeMessages(
  db: pg.Pool | pg.ClientBase,
  batch: readonly NewMessage[],
  terms: TextTerms,
): Promise<Message[]> {
  const { rows } = await db.query<MessageRow>({
    name: 'store-messages',
    text: STORE,
    values: [
      batch.map((message) => message.id),
      batch.map((message) => message.sender),
      batch.map((message) => message.receiver),
      batch.map((message) => message.content),
      terms.before,
      terms.after,
      terms.status,
      terms.note,
    ],
  });
  return rows.map(messageView);
}

/** The messages that already bear these ids. */
export async function findMessages(db: pg.Pool | pg.ClientBase, ids: readonly string[]): Promise<Message[]> {
  const { rows } = await db.query<MessageRow>({ name: 'find-messages', text: FIND, values: [ids] });
  return rows.map(messageView);
}

/** A message as both sides see it. */
export function messageView({ id, seq, sender, receiver, content, timestamp, read }: MessageRow): Message {
  return { id, seq, sender, receiver, content, timestamp: timestamp.getTime(), read };
}
