/** The last answers of some queries, kept in the browser: on a bad line they are shown at once, and without one until it is back. */

import { hashKey, type QueryKey } from '@tanstack/react-query';
import { neededWork } from '../loading/pending-work.ts';
import { queries } from '../query-cache.ts';
import { createDatabase } from './browser-database.ts';

export interface KeptAnswer {
  owner: string;
  /** The hash of the query's key. */
  query: string;
  data: unknown;
  /** When it was true, in milliseconds by this browser's clock. */
  at: number;
}

/** `answers`: by owner and query. */
export const inKept = createDatabase('kept', { answers: ['owner', 'query'] });

interface Options<Data> {
  queryKey: QueryKey;
  /** @param kept the answer that is shown until this one is there; undefined when none is */
  fetch: (kept: Promise<Data | undefined>) => Promise<Data>;
  /** What is kept of an answer. */
  keep?: (data: Data) => Data;
  /** Whether other work does not wait for it. */
  isLate?: boolean;
}

/** Options of a query of `owner` whose last answer is kept (`keep-answers.ts`), and shown until the server has answered. */
export function keptQuery<Data>(owner: string, { queryKey, fetch, keep, isLate }: Options<Data>) {
  const run = () => fetch(showKept<Data>(owner, queryKey));
  return {
    queryKey,
    queryFn: () => (isLate ? run() : neededWork.track(run())),
    meta: { keep: keep ?? ((data: Data) => data) },
  };
}

async function showKept<Data>(owner: string, queryKey: QueryKey): Promise<Data | undefined> {
  const isKnown = () => queries.getQueryData(queryKey) !== undefined;
  if (isKnown()) return undefined;
  const kept = await inKept<KeptAnswer | undefined>('readonly', ({ answers }) =>
    answers.get([owner, hashKey(queryKey)]),
  );
  if (!kept || isKnown()) return undefined;
  queries.setQueryData(queryKey, kept.data, { updatedAt: kept.at });
  return kept.data as Data;
}

/** When the oldest of what the screens show was true, in milliseconds, as long as that is an answer of an earlier visit. */
export function shownSince(): number | null {
  const times = queries
    .getQueryCache()
    .findAll({ type: 'active' })
    .map(({ state }) => state.dataUpdatedAt)
    .filter((at) => at > 0 && at < performance.timeOrigin);
  return times.length > 0 ? Math.min(...times) : null;
}

/** Removes what does not belong to `owner`; after a session has ended (undefined) all. */
export async function keepOnlyAnswersOf(owner: string | undefined): Promise<void> {
  await inKept('readwrite', ({ answers }) => {
    if (owner === undefined) return answers.clear();
    answers.delete(IDBKeyRange.upperBound([owner], true));
    return answers.delete(IDBKeyRange.lowerBound([owner, []]));
  });
}
