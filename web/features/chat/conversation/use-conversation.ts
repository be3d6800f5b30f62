import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MessagePage } from '#contract/views.ts';
import { call } from '#web/calls/http.ts';
import { retryUntilAnswered } from '#web/calls/retry.ts';
import { keptQuery } from '#web/kept/index.ts';
import { useLiveStatus } from '#web/live/index.ts';
import { queries } from '#web/query-cache.ts';
import { type Conversation, conversationKey, leavesNothing, newestOf, withNewest, withOlder } from './conversation.ts';

const POLL_WITHOUT_LIVE_MS = 10_000;

/**
 * The conversation of `me` with `other`, a function that fetches older messages, and whether the newest are being fetched. Live
 * events keep it fresh (`sync-chats.tsx`); without a live connection it is polled. Failures are only logged (spec §8).
 */
export function useConversation(me: string, other: string): [Conversation | undefined, () => void, boolean] {
  const status = useLiveStatus();
  const { data, isFetching } = useQuery({
    ...conversationQuery(me, other),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: status === 'lost' ? POLL_WITHOUT_LIVE_MS : false,
  });
  return [data, useFetchOlder(other, data?.before), isFetching];
}

export function conversationQuery(me: string, other: string) {
  return {
    ...keptQuery(me, {
      queryKey: conversationKey(other),
      fetch: (kept) => fetchNewest(other, kept),
      keep: newestOf,
    }),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
    ...retryUntilAnswered,
  };
}

/** @returns asks for the page before the seq `before`, which is fetched until it has come */
function useFetchOlder(other: string, before: number | null | undefined): () => void {
  const [isWanted, setWanted] = useState(false);
  useQuery({
    queryKey: ['older messages', other, before],
    queryFn: async () => {
      const page = await fetchPage(other, before!);
      queries.setQueryData<Conversation>(conversationKey(other), (known) => known && withOlder(known, page, before!));
      setWanted(false);
      return null;
    },
    enabled: isWanted && Boolean(before),
    // Offline it is tried again, too: the browser may not notice the connection's return.
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
    ...retryUntilAnswered,
  });
  return () => setWanted(true);
}

async function fetchNewest(other: string, kept: Promise<Conversation | undefined>): Promise<Conversation> {
  const known = () => queries.getQueryData<Conversation>(conversationKey(other));
  const before = known();
  const page = await fetchPage(other);
  const shown = (before ?? (await kept))?.messages.at(-1)?.seq;
  const newest = leavesNothing(known(), page) ? await withUnread(page, other) : page;
  return withNewest(known(), newest, other, shown);
}

/** A failure is only logged (spec §8). */
export async function fetchPage(other: string, before?: number): Promise<MessagePage> {
  const older = before === undefined ? '' : `&before=${before}`;
  try {
    return await call<MessagePage>('GET', `/api/messages?with=${encodeURIComponent(other)}${older}`);
  } catch (error) {
    console.info('Messages could not be fetched.', error);
    throw error;
  }
}

/** A chat opens at its first unread message, unless that is more than this number of pages away. */
const MAX_PAGES = 20;

/** The newest page with those before it up to the first unread message; after a failure with those that came. */
async function withUnread(newest: MessagePage, other: string): Promise<MessagePage> {
  let all = newest;
  try {
    for (let pages = 0; pages < MAX_PAGES; pages++) {
      if (all.before === null || (newest.firstUnread.theirs ?? all.before) >= all.before) break;
      const older = await fetchPage(other, all.before);
      all = { ...newest, messages: [...older.messages, ...all.messages], before: older.before };
    }
  } catch {
    // The chat opens at the oldest message that came.
  }
  return all;
}
