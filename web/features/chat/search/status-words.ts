import { FOUND_MESSAGES_MAX } from '#contract/limits.ts';
import type { Search } from './use-message-search.ts';

/**
 * What the search says about itself.
 * @param index the place that is shown, counted from the newest; null for the list
 */
export function statusWords(search: Search | null, isSearching: boolean, index: number | null): string {
  if (search === null) return isSearching ? 'Searching…' : '';
  const { count, messages, before } = search;
  if (count === 0) return `Nothing found for “${search.sought}”.`;
  const mayBeMore = count === FOUND_MESSAGES_MAX || (before !== null && messages.length === count);
  const all = mayBeMore ? `${count.toLocaleString('en')} or more` : `${count}`;
  if (index !== null) return `${index + 1} of ${all}`;
  return all === '1' ? '1 message found' : `${all} messages found`;
}
