import { LazyConnectionRequests } from '#web/features/consent/index.ts';
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
    <Page title="New Connection Search" tab="Add">
      <LazyConnectionRequests />
      <SearchForm initial={query} onSearch={search} />
      <div className="mt-4">
        {query !== '' && people !== undefined && <SearchResults query={query} people={people} />}
        {query !== '' && people === undefined && error === null && <SkeletonRows count={3} />}
        {query !== '' && people === undefined && <FormError>{error?.message}</FormError>}
      </div>
    </Page>
  );
}
