import type { QueryConfig } from 'pg';
import { quoteOf } from '../message-view.ts';
import { pairOf } from './locked-pairs.ts';
import { photoIds, UPLOADED_PHOTOS, type WithPhotos } from './photos-of-messages.ts';

export interface NewMessage extends WithPhotos {
  content: string;
  replyTo?: string | undefined;
}

const ANSWERED = `(
      select q.id from messages q
      where q.id = i.reply_to and (q.sender, q.receiver) in ((i.sender, i.receiver), (i.receiver, i.sender))
    )`;

const QUOTES = `
    case when reply_to is not null then (${quoteOf('stored.reply_to', 'stored.sender')}) end as quote,
    case when reply_to is not null then (${quoteOf('stored.reply_to', 'stored.receiver')}) end as "quoteForReceiver"`;

const ALL_PHOTOS = `
    cross join lateral (${UPLOADED_PHOTOS}) uploaded
    where uploaded.count = coalesce(jsonb_array_length(i.photos::jsonb), 0)`;

/** The id was not that of a message that went with a deleted account. */
const IS_FREE = 'not exists (select from taken_ids t where t.id = i.id offset 0)';

/** A message's place in its conversation: its time in microseconds, or more after newer ones, also when a clock is set back. */
const SEQ = 'greatest(seq_at(now()), seq_at(connected.lastmessage)) + i.nth';

/**
 * Stores a batch (spec §3, §9). An id that exists stores nothing. Connections are sorted, so nodes never deadlock; `offset 0`
 * looks each one up. A connection that ends meanwhile fails the whole, by a foreign key or `refuse_ended_connection`.
 */
function textOf(hasExtras: boolean): string {
  const further = hasExtras ? ', reply_to, photos' : '';
  return `
  with stored as (
    insert into messages (id, seq, sender, receiver, content${further})
    select i.id, ${SEQ}, i.sender, i.receiver, i.content${hasExtras ? `, ${ANSWERED}, uploaded.photos` : ''}
    from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::int[]${hasExtras ? ', $6::uuid[], $7::text[]' : ''})
      as i (id, sender, receiver, content, nth${further})
    cross join lateral (select c.lastmessage from connections c where c.owner = i.sender and c.other = i.receiver offset 0) connected
    ${hasExtras ? `${ALL_PHOTOS} and` : 'where'} ${IS_FREE}
    on conflict (id) do nothing
    returning id, seq, sender, receiver, timestamp${further}
  ), moved as (
    insert into connections (owner, other, lastmessage, connected_at)
    select owner, other, 'epoch'::timestamptz + max(seq) * interval '1 microsecond', '-infinity'
    from (select sender, receiver, seq from stored union all select receiver, sender, seq from stored) p (owner, other, seq)
    group by owner, other order by owner, other
    on conflict (owner, other) do update set lastmessage = excluded.lastmessage
  ), caused as (
    insert into causes (priority, cause, ids) select 1, 'message', array_agg(id) from stored having count(*) > 0
  )
  select id, seq, timestamp${hasExtras ? `, photos, ${QUOTES}` : ''} from stored`;
}

const STORE = { name: 'store-messages', text: textOf(false) };
const STORE_WITH_EXTRAS = { name: 'store-messages-with-extras', text: textOf(true) };

/** The statement that stores a batch: with replies and photos, if it has any. Its values are lists, an entry a message. */
export function storeStatement(batch: readonly NewMessage[]): QueryConfig {
  const values: unknown[] = [
    batch.map(({ id }) => id),
    batch.map(({ sender }) => sender),
    batch.map(({ receiver }) => receiver),
    batch.map(({ content }) => content),
    placesInConversations(batch),
  ];
  if (!batch.some(({ replyTo, photos }) => replyTo || photos)) return { ...STORE, values };
  values.push(
    batch.map(({ replyTo }) => replyTo ?? null),
    batch.map(photoIds),
  );
  return { ...STORE_WITH_EXTRAS, values };
}

/** @returns for each message 1, 2, 3 … among those of the same two people */
function placesInConversations(batch: readonly NewMessage[]): number[] {
  const counts = new Map<string, number>();
  return batch.map((message) => {
    const pair = pairOf(message);
    const nth = (counts.get(pair) ?? 0) + 1;
    counts.set(pair, nth);
    return nth;
  });
}
