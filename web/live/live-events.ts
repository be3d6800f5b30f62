import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { use, useEffect, useEffectEvent } from 'react';
import type { LiveEvent } from '#contract/live.ts';
import { useStore } from '../store.ts';
import { LiveContext } from './live-provider.tsx';
import type { LiveEventOf, LiveSocket, LiveStatus } from './live-socket.ts';

/** This tab's live connection, for sending and for code that outlives a render. */
export function useLiveSocket(): LiveSocket {
  const socket = use(LiveContext);
  if (socket === null) throw new Error('The live connection is used outside of <LiveProvider>.');
  return socket;
}

export function useLiveStatus(): LiveStatus {
  return useStore(useLiveSocket().status);
}

/** Calls `handler` with every live event of this type while the component is mounted. */
export function useLiveEvent<Type extends LiveEvent['type']>(type: Type, handler: (event: LiveEventOf<Type>) => void) {
  const socket = useLiveSocket();
  const handle = useEffectEvent(handler);
  useEffect(
    () =>
      socket.onEvent((event) => {
        if (event.type === type) handle(event as LiveEventOf<Type>);
      }),
    [socket, type],
  );
}

/**
 * Calls `handler` when events may have been missed: when the connection opens, or was open before this code had loaded; after
 * `refetch` and `gone`.
 */
export function useLiveOpen(handler: () => void) {
  const socket = useLiveSocket();
  const handle = useEffectEvent(handler);
  useEffect(() => {
    const onStatus = () => {
      if (socket.status.get() === 'open') handle();
    };
    onStatus();
    const stopStatus = socket.status.subscribe(onStatus);
    const stopEvents = socket.onEvent((event) => {
      if (event.type === 'refetch' || event.type === 'gone') handle();
    });
    return () => {
      stopStatus();
      stopEvents();
    };
  }, [socket]);
}

/** Keys with a fetch that waits for the one under way. */
const waiting = new WeakMap<QueryClient, Set<string>>();

/**
 * Applies an event to cached data: `change` gets the cached data and returns the new data. Data that was never fetched stays
 * unfetched. An answer that is under way may be older than the event, so the data is then fetched once more.
 */
export function applyEvent<Data>(queries: QueryClient, queryKey: QueryKey, change: (data: Data) => Data): void {
  queries.setQueryData<Data>(queryKey, (data) => (data === undefined ? undefined : change(data)));
  if (queries.isFetching({ queryKey, exact: true }) > 0) void fetchAgain(queries, queryKey);
}

/** Fetches cached data again after a fetch that is under way, which may be too old. Calls meanwhile share it. */
export async function fetchAgain(queries: QueryClient, queryKey: QueryKey): Promise<void> {
  const keys = waiting.get(queries) ?? new Set();
  waiting.set(queries, keys);
  const hash = hashKey(queryKey);
  if (keys.has(hash)) return;
  keys.add(hash);
  const fetching = queries.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' });
  await Promise.allSettled(fetching.map((query) => query.promise));
  keys.delete(hash);
  await queries.invalidateQueries({ queryKey });
}
