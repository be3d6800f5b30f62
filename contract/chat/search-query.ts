import { SEARCH_MIN_LENGTH } from '../sizes.ts';

/**
 * The trimmed text to search for; null with fewer than 3 characters, which find no person (spec §5). Characters are Unicode
 * code points, as PostgreSQL counts them.
 */
export function searchQuery(typed: string): string | null {
  const text = typed.trim();
  return [...text].length < SEARCH_MIN_LENGTH ? null : text;
}
