import { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { canRetryRead, MAX_RETRIES } from './calls/retry.ts';

/** The cache of what was fetched: fresh for 15 s, a failed fetch is tried three more times. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // A query runs once without a connection, too: then it shows the kept answer.
      networkMode: 'offlineFirst',
      retry: (failures, error) => failures < MAX_RETRIES && canRetryRead(error),
    },
  },
});

const subscribe = (changed: () => void) => queries.getQueryCache().subscribe(changed);

/** What `read` finds in the cache; renders again when that changes. It never fetches. @param read gives no new object each time */
export function useQueryCache<Value>(read: () => Value): Value {
  return useSyncExternalStore(subscribe, read);
}
