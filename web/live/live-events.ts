import { hashKey, type QueryKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { LiveEvent } from '#contract/live.ts';
import { queries } from '../query-cache.ts';
import { useStore } from '../store.ts';
import { type LiveEventOf, type LiveStatus, liveSocket } from './live-socket.ts';

export function useLiveStatus(): LiveStatus {
  return useStore(liveSocket.status);
}

/** Calls `handler` with every live event of this type while the component is mounted. */
export function useLiveEvent<Type extends LiveEvent['type']>(type: Type, handler: (event: LiveEventOf<Type>) => void) {
  const handle = useEffectEvent(handler);
  useEffect(
    () =>
      liveSocket.onEvent((event) => {
        if (event.type === type) handle(event as LiveEventOf<Type>);
      }),
    [type],
  );
}

/**
 * Calls `handler` when events may have been missed: when the connection opens, or was open before this code had loaded; after
 * `refetch` and `gone`.
 */
export function useLiveOpen(handler: () => void) {
  const handle = useEffectEvent(handler);
  useEffect(() => {
    const onStatus = () => {
      if (liveSocket.status.get() === 'open') handle();
    };
    onStatus();
    const stopStatus = liveSocket.status.subscribe(onStatus);
    const stopEvents = liveSocket.onEvent((event) => {
      if (event.type === 'refetch' || event.type === 'gone') handle();
    });
    return () => {
      stopStatus();
      stopEvents();
    };
  }, []);
}

/** Keys with a fetch that waits for the one under way. */
const waiting = new Set<string>();

/**
 * Applies an event to cached data: `change` gets the cached data and returns the new data. Data that was never fetched stays
 * unfetched. An answer that is under way may be older than the event, so the data is then fetched once more.
 */
export function applyEvent<Data>(queryKey: QueryKey, change: (data: Data) => Data): void {
  queries.setQueryData<Data>(queryKey, (data) => (data === undefined ? undefined : change(data)));
  if (queries.isFetching({ queryKey, exact: true }) > 0) void fetchAgain(queryKey);
}

/** Fetches cached data again after a fetch that is under way, which may be too old. Calls meanwhile share it. */
export async function fetchAgain(queryKey: QueryKey): Promise<void> {
  const hash = hashKey(queryKey);
  if (waiting.has(hash)) return;
  waiting.add(hash);
  const fetching = queries.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' });
  await Promise.allSettled(fetching.map((query) => query.promise));
  waiting.delete(hash);
  await queries.invalidateQueries({ queryKey });
}
