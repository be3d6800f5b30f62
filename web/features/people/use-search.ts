import { useQuery } from '@tanstack/react-query';
import type { FoundPerson } from '#contract/views.ts';
import { CallError, call } from '#web/http.ts';
import { isTransient, MAX_RETRIES } from '#web/retry.ts';
import { navigate, useLocation } from '#web/router.tsx';

/**
 * The last search and its results (spec §5). The text is in the state of the history entry: going back finds it again, and
 * neither the address nor a server's log shows the searched name.
 */
export function useSearch() {
  const { state } = useLocation();
  const query: string = state?.query ?? '';
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
    if (text !== query) navigate(window.location.pathname, { replace: true, state: { query: text } });
    else if (text !== '') void refetch();
  };
  return { query, people: data, error, search };
}
