import { onSessionChange } from '#web/features/identity/index.ts';
import { type Filter, NO_FILTER } from './match-names.ts';

/** The filters of lists, by the list's name: a list keeps its filter while its person opens chats from it. */
const kept = new Map<string, Filter>();

// They belong to their person.
onSessionChange((user) => {
  if (user === null) kept.clear();
});

export function keptFilter(list: string): Filter {
  return kept.get(list) ?? NO_FILTER;
}

/** Keeps a filter at each change: the list beside a chat takes it over in the same moment. */
export function keepFilter(list: string, filter: Filter): void {
  kept.set(list, filter);
}

/** A list whose person went elsewhere begins without a filter: nobody is missed for a word that is forgotten. */
export function forgetFiltersElsewhere(): void {
  if (!/^\/(cares|circles|chat)\b/.test(location.pathname)) kept.clear();
}
