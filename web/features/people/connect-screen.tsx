import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { searchQuery } from '#contract/chat/search-query.ts';
import type { FoundPerson } from '#contract/views.ts';
import * as t from '#language';
import { CallError, call } from '#web/calls/http.ts';
import { isTransient, MAX_RETRIES } from '#web/calls/retry.ts';
import { ConnectionRequests } from '#web/features/consent/index.ts';
import { InviteButton } from '#web/features/invites/index.ts';
import { createStore, useStore } from '#web/store.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Field } from '#web/ui/forms/field.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { Page } from '#web/ui/page/page.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { navigate, useLocation } from '#web/ui/router.tsx';
import { SearchResults } from './search-results.tsx';

/** /connect: search people and connect with them (spec §2). */
export default function ConnectScreen() {
  const { query, people, error, search } = useSearch();
  return (
    <Page title={t.newConnectionSearch} aside={query === '' && <Invite className="mt-6 hidden @5xl:block" />}>
      <ConnectionRequests />
      <SearchForm initial={query} onSearch={search} />
      {query === '' && <Invite className="mt-6 @5xl:hidden" />}
      <div className="mt-4">
        {query !== '' && people !== undefined && <SearchResults query={query} people={people} />}
        {query !== '' && people === undefined && error === null && <SkeletonRows count={3} />}
        {query !== '' && people === undefined && <FormError>{error?.message}</FormError>}
      </div>
    </Page>
  );
}

function Invite({ className }: { className: string }) {
  return (
    <div className={className}>
      <p className="mb-4 text-ink-soft">{t.notHereYet}</p>
      <InviteButton variant="quiet" />
    </div>
  );
}

interface SearchFormProps {
  initial: string;
  onSearch: (query: string) => void;
}

function SearchForm({ initial, onSearch }: SearchFormProps) {
  const [text, setText] = useState(initial);
  const [isTooShort, setTooShort] = useState(false);

  function change(changed: string) {
    setText(changed);
    setTooShort(false);
    if (searchQuery(changed) === null) onSearch('');
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const query = searchQuery(text);
    setTooShort(query === null);
    onSearch(query ?? '');
  }

  return (
    <search>
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <Field
          className="min-w-[min(14rem,100%)] grow"
          label={t.whoWouldYouLike}
          placeholder={t.searchByName}
          type="text"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => change(event.target.value)}
        />
        <Button type="submit" className="grow sm:grow-0">
          {t.search}
        </Button>
      </form>
      <p role="status" className="mt-2 min-h-6 px-1 text-ink-soft">
        {isTooShort && t.threeLettersOrMore}
      </p>
    </search>
  );
}

/** What was searched, by the id in the entry of the history: no address shows it (spec §5), and a log-out empties it. */
const searches = createStore<Readonly<Record<number, string>>>({}, { isPersonal: true });

function useSearch() {
  const { state } = useLocation();
  const query = useStore(searches, (all) => all[state?.search] ?? '');
  const { data, error, refetch } = useQuery({
    queryKey: ['search', query],
    queryFn: () => call<FoundPerson[]>('POST', '/api/users/search', { query }),
    enabled: query !== '',
    staleTime: 0,
    // Offline a search fails with a message; by default it would wait silently.
    networkMode: 'always',
    refetchOnWindowFocus: false,
    // A rate limit is shown at once: a second try within seconds would be refused, too.
    retry: (failures, error) => failures < MAX_RETRIES && error instanceof CallError && isTransient(error.code),
  });
  const search = (text: string) => {
    if (text !== query) {
      const id = Date.now();
      searches.set({ ...searches.get(), [id]: text });
      navigate(window.location.pathname, { replace: true, state: { search: id } });
    } else if (text !== '') void refetch();
  };
  return { query, people: data, error, search };
}
