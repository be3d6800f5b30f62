import { MESSAGE_PAGE_SIZE, MESSAGES_AROUND } from '#contract/sizes.ts';
import type { MessagePage } from '#contract/views.ts';
import type { Context } from '#server/context.ts';
import { isHidden } from '#server/database/is-hidden.ts';
import { CONVERSATION, FIRST_UNREAD, IS_CONNECTED, shownRead } from './conversation-sql.ts';
import { messageView, rareColumns } from './message-view.ts';

const COLUMNS = `
  m.id, m.seq, m.sender, m.receiver, m.content, m.timestamp, ${shownRead('$1', '$2')} as read, ${rareColumns('$1')}, ${FIRST_UNREAD}`;

const IS_LISTED = `${CONVERSATION} and not ${isHidden('m.id', '$1')}`;

/** Pages by key are as fast after 100,000 messages as at the start. */
const BEFORE = `
  select ${COLUMNS} from messages m
  where ${IS_LISTED} and m.seq < $3 and ${IS_CONNECTED}
  order by m.seq desc limit $4`;

const AROUND = `
  select ${COLUMNS} from (
    (select * from messages m where ${IS_LISTED} and m.seq <= $3 order by m.seq desc limit $4)
    union all
    (select * from messages m where ${IS_LISTED} and m.seq > $3 order by m.seq limit $5)
  ) m
  where ${IS_CONNECTED}
  order by m.seq desc`;

interface Page {
  before?: number | undefined;
  around?: number | undefined;
}

/** The newest messages of two connected people, those before a seq, or those around one. */
export async function listMessages(
  { pool }: Context,
  asker: string,
  other: string,
  { before = Number.MAX_SAFE_INTEGER, around }: Page = {},
): Promise<MessagePage> {
  if (around === undefined) {
    const values = [asker, other, before, MESSAGE_PAGE_SIZE + 1];
    const { rows } = await pool.query({ name: 'list-messages', text: BEFORE, values });
    return pageOf(rows, rows.length > MESSAGE_PAGE_SIZE);
  }
  const values = [asker, other, around, MESSAGES_AROUND + 1, MESSAGES_AROUND];
  const { rows } = await pool.query({ name: 'list-messages-around', text: AROUND, values });
  return pageOf(rows, rows.filter(({ seq }) => seq <= around).length > MESSAGES_AROUND);
}

/** @param rows newest first; with `hasOlder` the last one belongs to the page before */
function pageOf(
  rows: (Parameters<typeof messageView>[0] & Record<'mine' | 'theirs', number | null>)[],
  hasOlder: boolean,
): MessagePage {
  const page = (hasOlder ? rows.slice(0, -1) : rows).map(messageView).reverse();
  return {
    messages: page,
    before: hasOlder ? (page[0]?.seq ?? null) : null,
    firstUnread: { mine: rows[0]?.mine ?? null, theirs: rows[0]?.theirs ?? null },
  };
}
