import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import type { MessagePage } from '#contract/views.ts';
import { call } from '#web/calls/http.ts';
import { backoff, canRetryRead, retryUntilAnswered } from '#web/calls/retry.ts';
import { keptQuery } from '#web/kept/index.ts';
import { useLiveStatus } from '#web/live/index.ts';
import { queries } from '#web/query-cache.ts';
import { type Conversation, conversationKey, leavesNothing, newestOf, withNewest, withOlder } from './conversation.ts';
import { fetchUnread, withPages } from './fetch-unread.ts';

const POLL_WITHOUT_LIVE_MS = 10_000;
const BETWEEN_PAGES_MS = 250;

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
  return [data, useFetchOlder(other), isFetching];
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

function useFetchOlder(other: string): () => void {
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
      const canRetry = await fetchOlder(other);
      failures = canRetry ? failures + 1 : 0;
      if (canRetry) isWanted.current = true;
      // Without the pause a failing server would get a call with every scroll event.
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_PAGES_MS + (failures && backoff(failures))));
    }
    isFetching.current = false;
  }, [other]);
}

async function fetchNewest(other: string, kept: Promise<Conversation | undefined>): Promise<Conversation> {
  const known = () => queries.getQueryData<Conversation>(conversationKey(other));
  const before = known();
  try {
    const page = await fetchPage(other);
    const shown = (before ?? (await kept))?.messages.at(-1)?.seq;
    const { firstUnread } = page;
    const oldest = page.before;
    if (oldest === null || (firstUnread.theirs ?? oldest) >= oldest || !leavesNothing(known(), page))
      return withNewest(known(), page, other, shown);
    const older = await fetchUnread(page, (asked) => fetchPage(other, asked));
    return withPages(withNewest(known(), page, other, shown), oldest, older);
  } catch (error) {
    console.info('The messages could not be fetched.', error);
    throw error;
  }
}

/** @returns whether it failed and may succeed later */
async function fetchOlder(other: string): Promise<boolean> {
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

export function fetchPage(other: string, before?: number): Promise<MessagePage> {
  const older = before === undefined ? '' : `&before=${before}`;
  return call<MessagePage>('GET', `/api/messages?with=${encodeURIComponent(other)}${older}`);
}
