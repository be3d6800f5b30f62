import type { QueryClient } from '@tanstack/react-query';
import { type Conversation, conversationKey } from '../conversation/conversation.ts';
import { drafts } from './drafts.ts';

/** Takes the words of a deleted message out of the answer to it that `me` is writing to `other`. */
export function forgetQuote(me: string, other: string, message: string): void {
  const draft = drafts.read(me, other);
  if (draft.quote?.id === message) drafts.write(me, other, { ...draft, quote: { ...draft.quote, content: null } });
}

/** The same for all chats, after messages were deleted while this browser was offline. */
export function forgetDeletedQuotes(queries: QueryClient, me: string): void {
  for (const other of drafts.others(me)) {
    const quote = drafts.read(me, other).quote;
    const known = queries.getQueryData<Conversation>(conversationKey(other));
    const answered = quote?.content ? known?.messages.find(({ id }) => id === quote.id) : undefined;
    if (answered?.deleted) forgetQuote(me, other, answered.id);
  }
}
