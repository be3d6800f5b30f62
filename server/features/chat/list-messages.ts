import { MESSAGE_PAGE_SIZE } from '#contract/limits.ts';
import type { MessagePage } from '#contract/views.ts';
import type { Context } from '#server/context.ts';
import { messageView } from './store-messages.ts';

/**
 * The newest page of the conversation of two people, or the page before a seq. Pages by key are as fast after 100,000
 * messages as at the start. `asker` is one of the two, so a third person gets no messages. The two must be connected,
 * so a conversation that is being purged is hidden.
 */
export async function listMessages(
  { pool }: Context,
  asker: string,
  other: string,
  before?: number,
): Promise<MessagePage> {
  const { rows } = await pool.query({
    name: 'list-messages',
    text: `
      select id, seq, sender, receiver, content, timestamp, read, photos,
        (select min(seq) from messages where receiver = $2 and sender = $1 and not read) as mine,
        (select min(seq) from messages where receiver = $1 and sender = $2 and not read) as theirs
      from messages
      where conversation_key(sender, receiver) = conversation_key($1, $2)
        and (sender, receiver) in (($1::uuid, $2::uuid), ($2::uuid, $1::uuid)) and seq < $3 and exists (select from connections where owner = $1 and other = $2)
      order by seq desc limit $4`,
    values: [asker, other, before ?? Number.MAX_SAFE_INTEGER, MESSAGE_PAGE_SIZE + 1],
  });
  const page = rows.slice(0, MESSAGE_PAGE_SIZE).map(messageView).reverse();
  return {
    messages: page,
    before: rows.length > MESSAGE_PAGE_SIZE ? (page[0]?.seq ?? null) : null,
    firstUnread: { mine: rows[0]?.mine ?? null, theirs: rows[0]?.theirs ?? null },
  };
}
