import { useRef, useState } from 'react';
import { FOUND_MESSAGES_MAX } from '#contract/sizes.ts';
import type { FoundMessages } from '#contract/views.ts';
import * as t from '#language';
import { call } from '#web/calls/http.ts';
import { useLiveEvent } from '#web/live/index.ts';

type FoundMessage = FoundMessages['messages'][number];

export interface Search {
  sought: string;
  messages: FoundMessage[];
  before: number | null;
  /** All that are known to be there, 1,000 at most. */
  count: number;
}

/** Searches the conversation with `other`. An answer that a later search has overtaken is ignored. */
export function useMessageSearch(other: string) {
  const [search, setSearch] = useState<Search | null>(null);
  const [isSearching, setSearching] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const latest = useRef(0);

  // Its row stays, so that the arrows keep their place.
  useLiveEvent('deleted', ({ id }) =>
    setSearch((known) => known && { ...known, messages: known.messages.map((each) => withoutWords(each, id)) }),
  );

  async function fetchPage(sought: string, known: Search | null): Promise<Search | null> {
    const own = ++latest.current;
    setSearching(true);
    setError(null);
    try {
      let page: FoundMessages | Search | null = known;
      // Of a very long conversation a call looks through a part only, and may find nothing in it.
      do {
        const before = page?.before ?? undefined;
        page = await call<FoundMessages>('POST', '/api/messages/search', { with: other, q: sought, before });
        if (own !== latest.current) return null;
      } while (page.messages.length === 0 && page.before !== null);
      const messages = [...(known?.messages ?? []), ...page.messages];
      const count = Math.min(FOUND_MESSAGES_MAX, (known?.messages.length ?? 0) + page.count);
      const found: Search = { sought, messages, before: page.before, count };
      setSearch(found);
      return found;
    } catch (failure) {
      if (own === latest.current) setError(failure instanceof Error ? failure.message : String(failure));
      return null;
    } finally {
      if (own === latest.current) setSearching(false);
    }
  }

  return {
    ...{ search, isSearching, error },
    find(sought: string) {
      setSearch(null);
      return fetchPage(sought, null);
    },
    /** Fetches the next page. Returns the search with it; null when it failed. */
    findMore: async () => (search?.before ? fetchPage(search.sought, search) : null),
  };
}

function withoutWords(message: FoundMessage, deleted: string): FoundMessage {
  return message.id === deleted ? { ...message, content: '' } : message;
}

/** @param index the place that is shown, counted from the newest; null for the list */
export function statusWords(search: Search | null, isSearching: boolean, index: number | null): string {
  if (search === null) return isSearching ? t.searching : '';
  const { count, messages, before } = search;
  if (count === 0) return t.nothingFoundFor({ sought: search.sought });
  const mayBeMore = count === FOUND_MESSAGES_MAX || (before !== null && messages.length === count);
  if (index === null) return mayBeMore ? t.countOrMoreFound({ count }) : t.countFound({ count });
  const place = index + 1;
  return mayBeMore ? t.placeOfOrMore({ place, count }) : t.placeOf({ place, count });
}
