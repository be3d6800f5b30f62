import type { Message } from '#contract/views.ts';

/** Messages that were deleted while they were shown, by id. A late frame with one of them must not bring it back. */
export type Deleted = Readonly<Record<string, 'me' | 'both'>>;

/** The messages without those that the person deleted for themselves, and without the words of those deleted for both. */
export function withoutDeleted(messages: Message[], deleted: Deleted | undefined): Message[] {
  if (!deleted) return messages;
  return messages.filter(({ id }) => deleted[id] !== 'me').map((message) => withoutWords(message, deleted));
}

function withoutWords(message: Message, deleted: Deleted): Message {
  const { quote, reactions: _, photos: __, ...rest } = message;
  if (deleted[message.id]) return { ...rest, content: '', read: true, deleted: true };
  return quote && deleted[quote.id] ? { ...message, quote: { ...quote, content: null } } : message;
}
