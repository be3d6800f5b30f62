/** Keeps the query cache correct while live events and answers arrive in any order. */
import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

const waiting = new WeakMap<QueryClient, Set<string>>();

/**
 * Applies an event to cached data: `change` gets the cached data and returns the new data. Data that was never fetched stays
 * unfetched. An answer that is under way may be older than the event, so the data is then fetched once more.
 */
export function applyEvent<Data>(queries: QueryClient, queryKey: QueryKey, change: (data: Data) => Data): void {
  queries.setQueryData<Data>(queryKey, (data) => (data === undefined ? undefined : change(data)));
  if (queries.isFetching({ queryKey, exact: true }) > 0) void fetchAgain(queries, queryKey);
}

/**
 * Fetches again all cached data under this key. A fetch that is under way finishes first, because its answer may be too
 * old. Calls meanwhile share the one fetch that follows.
 */
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
