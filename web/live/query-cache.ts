import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

const waiting = new WeakMap<QueryClient, Set<string>>();

/**
 * Fetches again what the cache holds under this key. A fetch that is under way may have been answered before what is
 * known by now, so it is let finish first; however many ask meanwhile, one more fetch answers them all.
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
