import type { Photo } from '#contract/photos.ts';
import { QUOTE_MAX_LENGTH } from '#contract/sizes.ts';
import type { Message, Quote } from '#contract/views.ts';
import { isHidden } from '#server/database/is-hidden.ts';

/** A message as the database returns it. The last four are null for most messages, and undefined for those just stored. */
export interface MessageRow extends Omit<Message, 'timestamp' | 'quote' | 'reactions' | 'photos' | 'deleted'> {
  timestamp: Date;
  quote?: Quote | null;
  reactions?: { uid: string; emoji: string }[] | null;
  photos?: Photo[] | null;
  deleted?: boolean;
}

/** The columns that few messages have. `offset 0` makes PostgreSQL use the key. @param viewer SQL of a uid */
export const rareColumns = (viewer: string) => `
  case when m.reply_to is not null then (${quoteOf('m.reply_to', viewer)}) end as quote,
  (select json_agg(json_build_object('uid', r.uid, 'emoji', r.emoji) order by r.uid)
   from message_reactions r where r.message = m.id) as reactions,
  m.photos,
  m.deleted_at is not null as deleted`;

/** The quote of a message, in SQL. @param id the SQL of its id */
export function quoteOf(id: string, viewer: string): string {
  return `
    select json_build_object('id', q.id, 'sender', q.sender, 'content', case
      when q.deleted_at is null and not ${isHidden('q.id', viewer)} then left(q.content, ${QUOTE_MAX_LENGTH}) end)
    from messages q where q.id = ${id}`;
}

export function messageView(row: MessageRow): Message {
  const { id, seq, sender, receiver, content, timestamp, read, quote, reactions, photos, deleted } = row;
  const message: Message = { id, seq, sender, receiver, content, timestamp: timestamp.getTime(), read };
  if (quote && !deleted) message.quote = quote;
  if (reactions) message.reactions = reactions;
  if (photos && !deleted) message.photos = photos;
  if (deleted) message.deleted = true;
  return message;
}
