import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { keepTrying } from '#web/features/circle/index.ts';
import { useLive } from '#web/live/index.ts';
import type { Conversation } from './conversation.ts';
import { conversationKey } from './conversation-key.ts';
import { fetchNewest } from './fetch-newest.ts';
import { fetchOlder } from './fetch-older.ts';

const WITHOUT_LIVE_MS = 10_000;
const BETWEEN_OLDER_MS = 250;

/** The conversation with `other` as far as it is held, kept fresh; and how to bring older messages. */
export function useConversation(other: string): [Conversation | undefined, () => void] {
  const queries = useQueryClient();
  const { status } = useLive();
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
  useEffect(
    () => () => {
      isWanted.current = false;
    },
    [],
  );
  const bringOlder = useCallback(async () => {
    // Kept when a page is under way: at the very start no further scroll would ask again.
    isWanted.current = true;
    if (isFetching.current) return;
    isFetching.current = true;
    while (isWanted.current) {
      isWanted.current = false;
      await fetchOlder(queries, other);
      // A moment between two pages, so that a failing server is not asked with every pixel of a scroll.
      await new Promise((resolve) => setTimeout(resolve, BETWEEN_OLDER_MS));
    }
    isFetching.current = false;
  }, [queries, other]);

  return [data, bringOlder];
}
