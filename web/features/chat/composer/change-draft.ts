import { queries } from '#web/query-cache.ts';
import { type Conversation, conversationKey } from '../conversation/conversation.ts';
import { type Draft, drafts, EMPTY_DRAFT } from './drafts.ts';

/** Puts a refused message back: after refused messages that came back earlier, before text that was typed since. */
export function returnToDraft({ text, returned, ...rest }: Draft, content: string): Draft {
  const before = text.slice(0, returned);
  const after = text.slice(returned);
  const back = before === '' ? content : `${before}\n${content}`;
  return {
    text: after.trim() === '' ? back : `${back}\n${after.replace(/^\n/, '')}`,
    returned: back.length,
    ...rest,
  };
}

/** Adds words to `me`'s draft to `other`, and puts the focus into its input. */
export function addToDraft(me: string, other: string, words: string, input: HTMLElement | null): void {
  drafts.write(me, other, { ...EMPTY_DRAFT, text: `${drafts.read(me, other).text} ${words}`.trim() });
  input?.focus();
}

/** Takes the words of a deleted message out of the answer to it that `me` is writing to `other`. */
export function forgetQuote(me: string, other: string, message: string): void {
  const draft = drafts.read(me, other);
  if (draft.quote?.id === message) drafts.write(me, other, { ...draft, quote: { ...draft.quote, content: null } });
}

/** The same for all chats, after messages were deleted while this browser was offline. */
export function forgetDeletedQuotes(me: string): void {
  for (const other of drafts.others(me)) {
    const quote = drafts.read(me, other).quote;
    const known = queries.getQueryData<Conversation>(conversationKey(other));
    const answered = quote && quote.content !== null ? known?.messages.find(({ id }) => id === quote.id) : undefined;
    if (answered?.deleted) forgetQuote(me, other, answered.id);
  }
}
