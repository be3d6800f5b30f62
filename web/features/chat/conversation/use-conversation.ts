import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { keepTrying } from '#web/features/circle/index.ts';
import { backoff, useLiveStatus } from '#web/live/index.ts';
import type { Conversation } from './conversation.ts';
import { conversationKey } from './conversation-key.ts';
import { fetchNewest } from './fetch-newest.ts';
import { fetchOlder } from './fetch-older.ts';

const WITHOUT_LIVE_MS = 10_000;
const BETWEEN_OLDER_MS = 250;

/** The conversation with `other` as far as it is held, kept fresh; and how to bring older messages. */
export function useConversation(other: string): [Conversation | undefined, () => void] {
  const queries = useQueryClient();
  const status = useLiveStatus();
  const { data } = useQuery({
    queryKey: conversationKey(other),
    queryFn: () => fetchNewest(queries, other),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: status === 'lost' ? WITHOUT_LIVE_MS : false,
    structuralSharing: false,
    ...keepTrying,
  });

  const isFetching = useRef(false);
  const isWanted = useRef(false);
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const bringOlder = useCallback(async () => {
    // Kept when a page is under way, or could not be fetched: at the very start no further scroll would ask again.
    isWanted.current = true;
    if (isFetching.current) return;
    isFetching.current = true;
    for (let failures = 0; isWanted.current && isOpen.current; ) {
      isWanted.current = false;
      const mayComeYet = await fetchOlder(queries, other);
      failures = mayComeYet ? failures + 1 : 0;
      if (mayComeYet) isWanted.current = true;
      // A moment between two pages, so that a failing server is not asked with every pixel of a scroll.
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_OLDER_MS + (failures && backoff(failures))));
    }
    isFetching.current = false;
  }, [queries, other]);

  return [data, bringOlder];
}
