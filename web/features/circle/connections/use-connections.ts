import { useQuery } from '@tanstack/react-query';
import type { ConnectionEntry } from '#contract/views.ts';
import { useApp } from '#web/app-context.tsx';
import { call } from '#web/calls/http.ts';
import { retryUntilAnswered } from '#web/calls/retry.ts';
import { keptQuery } from '#web/kept/index.ts';
import { useLiveStatus } from '#web/live/index.ts';
import { byLastMessage, withoutUnread } from './connection-changes.ts';
import { beingRead, connectionsKey } from './connections-cache.ts';

const POLL_WITHOUT_LIVE_MS = 20_000;

/** The signed-in person's connections. Live events keep them fresh; without a live connection they are polled. */
export function useConnections() {
  const uid = useApp().appUser?.uid ?? '';
  const status = useLiveStatus();
  return useQuery({
    ...connectionsQuery(uid),
    enabled: uid !== '',
    refetchOnWindowFocus: false,
    refetchInterval: status === 'lost' ? POLL_WITHOUT_LIVE_MS : false,
  });
}

export function connectionsQuery(uid: string) {
  return {
    ...keptQuery(uid, { queryKey: connectionsKey(uid), fetch: () => fetchConnections(uid) }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    ...retryUntilAnswered,
  };
}

/** Newest last message first. A failure is only logged (spec §8). */
async function fetchConnections(uid: string): Promise<ConnectionEntry[]> {
  try {
    const entries = await call<ConnectionEntry[]>('GET', `/api/users/${uid}/connections`);
    return [...beingRead].reduce(withoutUnread, entries).sort(byLastMessage);
  } catch (error) {
    console.info('The connections could not be fetched.', error);
    throw error;
  }
}
