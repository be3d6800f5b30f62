import { MESSAGE_PAGE_SIZE } from '#contract/sizes.ts';
import type { Message, MessagePage } from '#contract/views.ts';

export interface Conversation {
  /** The newest messages, and the older ones that were fetched: by seq, oldest first, no gap, each id once. */
  messages: Message[];
  /** Where the page of older messages begins; null when there are none. */
  before: number | null;
  /** The newest seq of the last newest page. Up to here nothing is missing, whatever the live connection missed. */
  fetchedThrough: number;
  deleted?: Deleted;
}

export function conversationKey(other: string) {
  return ['messages', other] as const;
}

// The following functions are pure: each returns the conversation after one change.

/**
 * Adds the newest page. If it leaves a gap after the earlier messages, those are dropped. Of earlier messages that stay, the
 * page says which are read: their read marks may have been missed.
 * @param other the other person's uid
 * @param shown the newest seq when the page was asked for
 */
export function withNewest(known: Conversation | undefined, page: MessagePage, other: string, shown = 0): Conversation {
  const oldest = oldestOf(page);
  const fetchedThrough = Math.max(page.messages.at(-1)?.seq ?? 0, known?.fetchedThrough ?? 0);
  if (known === undefined) return { ...page, fetchedThrough };
  const hasGap = leavesNothing(known, page);
  const kept = hasGap ? known.messages.filter(({ seq }) => seq >= oldest) : withReadBefore(oldest, known, page, other);
  const before = hasGap || known.messages.length === 0 ? page.before : known.before;
  const through = Math.max(page.messages.at(-1)?.seq ?? 0, shown);
  const messages = joinMessages(withoutMissing(kept, page, through), page.messages, known.deleted);
  return { ...known, messages, before, fetchedThrough };
}

/** What is kept in the browser for the next visit. Of it, only what the next newest page has will stay. */
export function newestOf({ messages, before }: Conversation): Conversation {
  const newest = messages.slice(-MESSAGE_PAGE_SIZE);
  return {
    messages: newest,
    before: newest.length < messages.length ? newest[0]!.seq : before,
    fetchedThrough: 0,
  };
}

/** Without those that the page lacks of its part, up to seq `through`: this person has deleted them elsewhere. */
export function withoutMissing(messages: Message[], page: MessagePage, through: number): Message[] {
  const ids = new Set(page.messages.map(({ id }) => id));
  const first = page.before === null ? 0 : oldestOf(page);
  return messages.filter(({ id, seq }) => seq < first || seq > through || ids.has(id));
}

/** Whether nothing stays of what is known when the newest page comes: it leaves a gap, or is the first one. */
export function leavesNothing(known: Conversation | undefined, page: MessagePage): boolean {
  return known === undefined || (page.before !== null && oldestOf(page) > known.fetchedThrough);
}

function oldestOf({ messages }: MessagePage): number {
  return messages[0]?.seq ?? 0;
}

/** The messages; those before the newest page are read up to the first unread one of their sender. */
function withReadBefore(oldest: number, { messages }: Conversation, { firstUnread }: MessagePage, other: string) {
  const readBefore = (sender: string) => (sender === other ? firstUnread.theirs : firstUnread.mine) ?? oldest;
  const changes = ({ read, seq, sender }: Message) => !read && seq < Math.min(oldest, readBefore(sender));
  return messages.map((message) => (changes(message) ? { ...message, read: true } : message));
}

/** Adds the page of older messages before `asked`, unless earlier messages were dropped since it was asked for. */
export function withOlder(known: Conversation, page: MessagePage, asked: number): Conversation {
  if (known.before !== asked) return known;
  return { ...known, messages: joinMessages(page.messages, known.messages, known.deleted), before: page.before };
}

export function withRead(known: Conversation, sender: string, through: number): Conversation {
  const changes = (message: Message) => !message.read && message.sender === sender && message.seq <= through;
  if (!known.messages.some(changes)) return known;
  const messages = known.messages.map((message) => (changes(message) ? { ...message, read: true } : message));
  return { ...known, messages };
}

/** By seq, each once. Read or deleted in either list is so: answers and events arrive in any order. */
export function joinMessages(one: Message[], other: Message[], deleted: Deleted | undefined): Message[] {
  const byId = new Map(one.map((message) => [message.id, message]));
  for (const message of other) {
    const known = byId.get(message.id);
    if (!known?.deleted) byId.set(message.id, known?.read ? { ...message, read: true } : message);
  }
  return withoutDeleted(
    [...byId.values()].sort((a, b) => a.seq - b.seq),
    deleted,
  );
}

/** Messages that were deleted while they were shown, by id. A late frame with one of them must not bring it back. */
type Deleted = Readonly<Record<string, 'me' | 'both'>>;

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
