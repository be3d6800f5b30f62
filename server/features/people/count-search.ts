import { SEARCH_MIN_LENGTH } from '#contract/limits.ts';
import {
  type Count,
  DIGIT_SEARCHES,
  DIGIT_SEARCHES_FROM_NETWORK,
  type Limits,
  SEARCHES,
  SEARCHES_FROM_NETWORK,
} from '../../limits/index.ts';

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
    ...(isMostlyDigits(query) ? byNumber : []),
    [SEARCHES, searcher],
    [SEARCHES_FROM_NETWORK, network],
  );
}

/** Whether it looks for a number rather than a name: no fewer digits than letters. What has neither is found in numbers only. */
function isMostlyDigits(query: string): boolean {
  const digits = query.match(/\p{Nd}/gu)?.length ?? 0;
  const letters = query.match(/\p{L}/gu)?.length ?? 0;
  return digits >= letters;
}
