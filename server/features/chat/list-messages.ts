import { MESSAGE_PAGE_SIZE } from '#contract/limits.ts';
import type { MessagePage } from '#contract/views.ts';
import type { Context } from '#server/context.ts';
import { messageView } from './store-messages.ts';

/**
 * A page of the conversation of two people, the newest or the one before a seq: a keyset page, as fast at the end of
 * 100,000 messages as at the beginning. Who asks is one of the two, so nobody sees another pair's; and the two are
 * connected, so nothing is seen of a conversation whose other side has left and which is being purged.
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
      select id, seq, sender, receiver, content, timestamp, read from messages
      where least(sender, receiver) = least($1::uuid, $2::uuid) and greatest(sender, receiver) = greatest($1::uuid, $2::uuid)
        and seq < $3 and exists (select from connections where owner = $1 and other = $2)
      order by seq desc limit $4`,
    values: [asker, other, before ?? Number.MAX_SAFE_INTEGER, MESSAGE_PAGE_SIZE + 1],
  });
  const page = rows.slice(0, MESSAGE_PAGE_SIZE).map(messageView).reverse();
  return { messages: page, before: rows.length > MESSAGE_PAGE_SIZE ? (page[0]?.seq ?? null) : null };
}
