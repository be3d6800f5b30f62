import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';

/** What `read` finds in the query cache; renders again when that changes. It never fetches. @param read gives no new object each time */
export function useQueryCache<Value>(read: (queries: QueryClient) => Value): Value {
  const queries = useQueryClient();
  const subscribe = useCallback((changed: () => void) => queries.getQueryCache().subscribe(changed), [queries]);
  return useSyncExternalStore(subscribe, () => read(queries));
}
