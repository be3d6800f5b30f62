import { SEARCH_MIN_LENGTH } from '#contract/limits.ts';

/** The text that is searched for: trimmed, and null when it is too short for any result (spec §5). */
export function searchQuery(text: string): string | null {
  const trimmed = text.trim();
  return trimmed.length < SEARCH_MIN_LENGTH ? null : trimmed;
}
