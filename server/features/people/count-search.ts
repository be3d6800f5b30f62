import { SEARCH_MIN_LENGTH } from '#contract/limits.ts';
import { DIGIT_SEARCHES, type Limits, SEARCHES } from '../../limits/index.ts';

/**
 * Counts a search; one that is too short to find anybody is free.
 * @throws {ProductError} too_many
 */
export async function countSearch(limits: Limits, searcher: string, query: string): Promise<void> {
  if ([...query.trim()].length < SEARCH_MIN_LENGTH) return;
  if (isMostlyDigits(query)) await limits.count(DIGIT_SEARCHES, searcher);
  await limits.count(SEARCHES, searcher);
}

/** Whether it looks for a number rather than a name: no fewer digits than letters. What has neither is found in numbers only. */
function isMostlyDigits(query: string): boolean {
  const digits = query.match(/\p{Nd}/gu)?.length ?? 0;
  const letters = query.match(/\p{L}/gu)?.length ?? 0;
  return digits >= letters;
}
