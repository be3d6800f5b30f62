import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { fetchAgain } from './query-cache.ts';

/**
 * Brings an event into the cache: `change` gets what is cached and answers with what it is now. What was never fetched
 * stays unfetched. An answer that is on its way may be older than the event, so it is asked for once more.
 */
export function applyEvent<Data>(queries: QueryClient, queryKey: QueryKey, change: (data: Data) => Data): void {
  queries.setQueryData<Data>(queryKey, (data) => (data === undefined ? undefined : change(data)));
  if (queries.isFetching({ queryKey, exact: true }) > 0) void fetchAgain(queries, queryKey);
}
