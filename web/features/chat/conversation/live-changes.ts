/** Pure functions: each returns the conversation after one event. Apart from those for pages, because only late parts need them. */
import type { Message } from '#contract/views.ts';
import { type Conversation, joinMessages, withoutDeleted } from './conversation.ts';

/** Adds a message, unless it is older than the fetched ones: then it comes with its page. */
export function withMessage(known: Conversation, message: Message): Conversation {
  const oldest = known.messages[0]?.seq ?? 0;
  if (known.before !== null && message.seq < oldest) return known;
  return { ...known, messages: joinMessages(known.messages, [message], known.deleted) };
}

/** `uid` has reacted to a message, or taken the reaction back (null). */
export function withReactionTo(known: Conversation, id: string, uid: string, emoji: string | null): Conversation {
  const messages = known.messages.map((message) => (message.id === id ? withReaction(message, uid, emoji) : message));
  return { ...known, messages };
}

/** A message was deleted, for the person or for both. */
export function withDeleted(known: Conversation, id: string, whom: 'me' | 'both'): Conversation {
  const deleted = { ...known.deleted, [id]: known.deleted?.[id] === 'me' ? ('me' as const) : whom };
  return { ...known, deleted, messages: withoutDeleted(known.messages, deleted) };
}

/** A message with `uid`'s reaction, or without one (null). A deleted message has none. */
function withReaction(message: Message, uid: string, emoji: string | null): Message {
  const { reactions = [], ...rest } = message;
  if (message.deleted) return message;
  const changed = reactions.filter((each) => each.uid !== uid);
  if (emoji) changed.push({ uid, emoji });
  return changed.length > 0 ? { ...rest, reactions: changed } : rest;
}
