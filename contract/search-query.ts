import { SEARCH_MIN_LENGTH } from './limits.ts';

/**
 * The text to search for: trimmed; null when it has fewer than 3 characters and so finds nobody (spec §5). Characters are
 * Unicode code points, as PostgreSQL counts them.
 */
export function searchQuery(typed: string): string | null {
  const text = typed.trim();
  return [...text].length < SEARCH_MIN_LENGTH ? null : text;
}
