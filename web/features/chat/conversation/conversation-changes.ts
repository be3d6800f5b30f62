/** What answers and live events do to a conversation: each function answers with it as it is afterwards. */
import type { Message, MessagePage } from '#contract/views.ts';
import type { Conversation } from './conversation.ts';
import { joinMessages } from './join-messages.ts';

/** The newest page came. When it does not reach back to what was fetched before, what is older has a gap and goes. */
export function withNewest(held: Conversation | undefined, page: MessagePage): Conversation {
  const oldest = page.messages[0]?.seq ?? 0;
  const fetchedThrough = Math.max(page.messages.at(-1)?.seq ?? 0, held?.fetchedThrough ?? 0);
  if (held === undefined) return { ...page, fetchedThrough };
  const hasGap = page.before !== null && oldest > held.fetchedThrough;
  const kept = hasGap ? held.messages.filter(({ seq }) => seq >= oldest) : held.messages;
  const before = hasGap || held.messages.length === 0 ? page.before : held.before;
  return { messages: joinMessages(kept, page.messages), before, fetchedThrough };
}

/** The page of older messages came that was asked for by `asked`; of no use when the conversation was begun anew since. */
export function withOlder(held: Conversation, page: MessagePage, asked: number): Conversation {
  if (held.before !== asked) return held;
  return { ...held, messages: joinMessages(page.messages, held.messages), before: page.before };
}

/** One message came, a new one as a rule; an older one than all that are held comes with its page. */
export function withMessage(held: Conversation, message: Message): Conversation {
  const oldest = held.messages[0]?.seq ?? 0;
  if (held.before !== null && message.seq < oldest) return held;
  return { ...held, messages: joinMessages(held.messages, [message]) };
}

/** What `sender` wrote, up to and including seq `through`, has been read. */
export function withRead(held: Conversation, sender: string, through: number): Conversation {
  const isNews = (message: Message) => !message.read && message.sender === sender && message.seq <= through;
  if (!held.messages.some(isNews)) return held;
  const messages = held.messages.map((message) => (isNews(message) ? { ...message, read: true } : message));
  return { ...held, messages };
}
