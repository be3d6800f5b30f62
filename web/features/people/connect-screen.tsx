import { LazyConnectionRequests } from '#web/features/consent/index.ts';
import { InviteButton } from '#web/features/invites/index.ts';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { Page } from '#web/ui/page/page.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { SearchForm } from './search-form.tsx';
import { SearchResults } from './search-results.tsx';
import { useSearch } from './use-search.ts';

/** /connect: search people and connect with them (spec §2). */
export default function ConnectScreen() {
  const { query, people, error, search } = useSearch();
  return (
    <Page title="New Connection Search" tab="Add" aside={query === '' && <Invite className="mt-6 hidden @5xl:block" />}>
      <LazyConnectionRequests />
      <SearchForm initial={query} onSearch={search} />
      {query === '' && <Invite className="mt-10 px-2 @5xl:hidden" />}
      <div className="mt-4">
        {query !== '' && people !== undefined && <SearchResults query={query} people={people} />}
        {query !== '' && people === undefined && error === null && <SkeletonRows count={3} />}
        {query !== '' && people === undefined && <FormError>{error?.message}</FormError>}
      </div>
    </Page>
  );
}

/** Before a search: beside the form where there is room, otherwise below it. */
function Invite({ className }: { className: string }) {
  return (
    <div className={className}>
      <p className="mb-4 text-ink-soft">
        Somebody is not here yet? A friend who opens your link is in your circle with one tap.
      </p>
      <InviteButton variant="quiet" />
    </div>
  );
}
