import { PREVIEW_LENGTH, previewText } from '#contract/chat/preview-text.ts';
import type { Preview } from '#contract/views.ts';
import { isHidden } from '#server/database/is-hidden.ts';

const PREVIEWED = `left(m.content, ${PREVIEW_LENGTH}) as content, m.deleted_at is not null as deleted`;

const KEY = 'conversation_key(c.owner, c.other)';

/** Joins the newest message `p` that the owner of `c` sees. `between` and `case` keep the order of the index. */
export const NEWEST_MESSAGE = `
  left join lateral (
    select m.seq, m.sender = c.owner as mine, ${PREVIEWED}
    from messages m
    where conversation_key(m.sender, m.receiver) between ${KEY} and ${KEY}
      and case when (m.sender, m.receiver) in ((c.owner, c.other), (c.other, c.owner)) then not ${isHidden('m.id', 'c.owner')} else false end
    order by conversation_key(m.sender, m.receiver) desc, m.seq desc limit 1
  ) p on true`;

export const NEWEST_MESSAGE_COLUMNS = 'p.seq, p.mine, p.content, p.deleted';

export interface NewestMessage {
  seq: number | null;
  mine: boolean;
  content: string;
  deleted: boolean;
}

export function previewOf({ seq, mine, content, deleted }: NewestMessage): Preview | null {
  return seq === null ? null : { seq, mine, text: previewText(content), ...(deleted && { deleted }) };
}
