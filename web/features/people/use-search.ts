import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { searchPeople } from './search-people.ts';

/**
 * The search that was last asked for, and its results. It is kept with the entry of the browser's history, so that
 * coming back finds it, while neither the address nor a server's log ever shows whom somebody looked for.
 */
export function useSearch() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const query: string = state?.query ?? '';
  const { data, error, refetch } = useQuery({
    queryKey: ['search', query],
    queryFn: () => searchPeople(query),
    enabled: query !== '',
    staleTime: 0,
    // Offline a search says so, instead of waiting without a word.
    networkMode: 'always',
    refetchOnWindowFocus: false,
  });
  const search = (text: string) => {
    if (text !== query) navigate('.', { replace: true, state: { query: text } });
    else if (text !== '') void refetch();
  };
  return { query, people: data, error, search };
}
