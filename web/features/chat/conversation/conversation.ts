import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { Message, MessagePage } from '#contract/views.ts';
import { call } from '#web/http.ts';
import { useLiveStatus } from '#web/live/index.ts';
import { backoff, canRetryRead, retryUntilAnswered } from '#web/retry.ts';
import { type Deleted, withoutDeleted, withReaction } from './message-changes.ts';

const POLL_WITHOUT_LIVE_MS = 10_000;
const BETWEEN_PAGES_MS = 250;

/** The part of a conversation that the browser has. */
export interface Conversation {
  /** The newest messages, and the older ones that were fetched: by seq, oldest first, no gap, each id once. */
  messages: Message[];
  /** Where the page of older messages begins; null when there are none. */
  before: number | null;
  /** The newest seq of the last newest page. Up to here nothing is missing, whatever the live connection missed. */
  fetchedThrough: number;
  /** What was deleted meanwhile; undefined for nothing. */
  deleted?: Deleted;
}

/** The conversation's key in the query cache. */
export function conversationKey(other: string) {
  return ['messages', other] as const;
}

/**
 * The conversation with `other`, and a function that fetches older messages. Live events keep it fresh (`sync-chats.tsx`);
 * without a live connection it is polled. Failures are only logged (spec §8).
 */
export function useConversation(other: string): [Conversation | undefined, () => void] {
  const queries = useQueryClient();
  const status = useLiveStatus();
  const { data } = useQuery({
    queryKey: conversationKey(other),
    queryFn: () => fetchNewest(queries, other),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: status === 'lost' ? POLL_WITHOUT_LIVE_MS : false,
    structuralSharing: false,
    ...retryUntilAnswered,
  });
  return [data, useFetchOlder(queries, other)];
}

function useFetchOlder(queries: QueryClient, other: string): () => void {
  const isFetching = useRef(false);
  const isWanted = useRef(false);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return useCallback(async () => {
    // Remembered during a fetch and after a failure: a list at its very start scrolls no further, so it asks only once.
    isWanted.current = true;
    if (isFetching.current) return;
    isFetching.current = true;
    for (let failures = 0; isWanted.current && isMounted.current; ) {
      isWanted.current = false;
      const canRetry = await fetchOlder(queries, other);
      failures = canRetry ? failures + 1 : 0;
      if (canRetry) isWanted.current = true;
      // Without the pause a failing server would get a call with every scroll event.
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_PAGES_MS + (failures && backoff(failures))));
    }
    isFetching.current = false;
  }, [queries, other]);
}

async function fetchNewest(queries: QueryClient, other: string): Promise<Conversation> {
  try {
    const page = await fetchPage(other);
    return withNewest(queries.getQueryData(conversationKey(other)), page, other);
  } catch (error) {
    console.info('The messages could not be fetched.', error);
    throw error;
  }
}

/** @returns whether it failed and may succeed later */
async function fetchOlder(queries: QueryClient, other: string): Promise<boolean> {
  const key = conversationKey(other);
  const before = queries.getQueryData<Conversation>(key)?.before;
  if (!before) return false;
  try {
    const page = await fetchPage(other, before);
    queries.setQueryData<Conversation>(key, (known) => known && withOlder(known, page, before));
    return false;
  } catch (error) {
    console.info('Older messages could not be fetched.', error);
    return canRetryRead(error as Error);
  }
}

function fetchPage(other: string, before?: number): Promise<MessagePage> {
  const older = before === undefined ? '' : `&before=${before}`;
  return call<MessagePage>('GET', `/api/messages?with=${encodeURIComponent(other)}${older}`);
}

// The following functions are pure: each returns the conversation after one change.

/**
 * Adds the newest page. If it leaves a gap after the earlier messages, those are dropped. Of earlier messages that stay, the
 * page says which are read: their read marks may have been missed.
 * @param other the other person's uid
 */
export function withNewest(known: Conversation | undefined, page: MessagePage, other: string): Conversation {
  const oldest = page.messages[0]?.seq ?? 0;
  const fetchedThrough = Math.max(page.messages.at(-1)?.seq ?? 0, known?.fetchedThrough ?? 0);
  if (known === undefined) return { ...page, fetchedThrough };
  const hasGap = page.before !== null && oldest > known.fetchedThrough;
  const kept = hasGap ? known.messages.filter(({ seq }) => seq >= oldest) : withReadBefore(oldest, known, page, other);
  const before = hasGap || known.messages.length === 0 ? page.before : known.before;
  const messages = joinMessages(withoutMissing(kept, page.messages), page.messages, known.deleted);
  return { ...known, messages, before, fetchedThrough };
}

/** The page has no gap: a message between its first and its last that it lacks was deleted by this person elsewhere. */
function withoutMissing(kept: Message[], page: Message[]): Message[] {
  const ids = new Set(page.map(({ id }) => id));
  const [first, last] = [page[0]?.seq ?? 0, page.at(-1)?.seq ?? 0];
  return kept.filter(({ id, seq }) => seq < first || seq > last || ids.has(id));
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

/** Adds a message, unless it is older than the fetched ones: then it comes with its page. */
export function withMessage(known: Conversation, message: Message): Conversation {
  const oldest = known.messages[0]?.seq ?? 0;
  if (known.before !== null && message.seq < oldest) return known;
  return { ...known, messages: joinMessages(known.messages, [message], known.deleted) };
}

/** Marks as read what `sender` wrote, up to and including seq `through`. */
export function withRead(known: Conversation, sender: string, through: number): Conversation {
  const changes = (message: Message) => !message.read && message.sender === sender && message.seq <= through;
  if (!known.messages.some(changes)) return known;
  const messages = known.messages.map((message) => (changes(message) ? { ...message, read: true } : message));
  return { ...known, messages };
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

/**
 * Both lists by seq, each message once. Read in either list is read, and deleted in either is deleted, because answers and events
 * arrive in any order.
 */
function joinMessages(one: Message[], other: Message[], deleted: Deleted | undefined): Message[] {
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
