/**
 * What live events change in a conversation: pure functions, each returns the conversation after one change. They are apart from
 * what a page changes, because only late parts need them.
 */
import type { Message } from '#contract/views.ts';
import { type Conversation, joinMessages } from './conversation.ts';

/** Adds a message, unless it is older than the fetched ones: then it comes with its page. */
export function withMessage(known: Conversation, message: Message): Conversation {
  const oldest = known.messages[0]?.seq ?? 0;
  if (known.before !== null && message.seq < oldest) return known;
  return { ...known, messages: joinMessages(known.messages, [message]) };
}

/** Marks as read what `sender` wrote, up to and including seq `through`. */
export function withRead(known: Conversation, sender: string, through: number): Conversation {
  const changes = (message: Message) => !message.read && message.sender === sender && message.seq <= through;
  if (!known.messages.some(changes)) return known;
  const messages = known.messages.map((message) => (changes(message) ? { ...message, read: true } : message));
  return { ...known, messages };
}
