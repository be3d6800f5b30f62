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
  const again = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(again.current), []);
  const bringOlder = useCallback(() => {
    if (isFetching.current) return;
    isFetching.current = true;
    void fetchOlder(queries, other).then(() => {
      // A moment between two pages, so that a failing server is not asked with every pixel of a scroll.
      again.current = setTimeout(() => {
        isFetching.current = false;
      }, BETWEEN_OLDER_MS);
    });
  }, [queries, other]);

  return [data, bringOlder];
}
