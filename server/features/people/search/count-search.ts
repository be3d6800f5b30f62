import { SEARCH_MIN_LENGTH } from '#contract/limits.ts';
import {
  type Count,
  DIGIT_SEARCHES,
  DIGIT_SEARCHES_FROM_NETWORK,
  type Limits,
  SEARCHES,
  SEARCHES_FROM_NETWORK,
} from '#server/limits/index.ts';
import { isNumberSearch } from './number-search.ts';

/**
 * Counts a search, for the person and for the network it comes from; one that is too short to find anybody is free.
 * @throws {ProductError} too_many, unavailable
 */
export async function countSearch(limits: Limits, searcher: string, network: string, query: string): Promise<void> {
  if ([...query.trim()].length < SEARCH_MIN_LENGTH) return;
  const byNumber: Count[] = [
    [DIGIT_SEARCHES, searcher],
    [DIGIT_SEARCHES_FROM_NETWORK, network],
  ];
  await limits.count(
    ...(isNumberSearch(query) ? byNumber : []),
    [SEARCHES, searcher],
    [SEARCHES_FROM_NETWORK, network],
  );
}
