import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { queries } from '../query-cache.ts';
import { call } from './http.ts';

/** The query key of what the server has at a path, and below it. */
export function resourceKey(path: string): string[] {
  return path.split('/');
}

interface ResourceOptions<Data> {
  fetch?: () => Promise<Data>;
  isWanted?: boolean;
}

/** What the server has of a person at a path, fetched anew when it is shown. `error` says why the last fetch or change failed. */
export function useResource<Data, Part extends object = never>(
  path: string,
  { fetch = () => call<Data>('GET', path), isWanted = true }: ResourceOptions<Data> = {},
) {
  const queryKey = resourceKey(path);
  const { data, error } = useQuery({ queryKey, queryFn: fetch, enabled: isWanted, staleTime: 0 });
  const [failure, setFailure] = useState<string | null>(null);
  const changes = useRef(0);
  const put = (changed: Data) => void queries.setQueryData<Data>(queryKey, changed);
  const refetch = () => queries.invalidateQueries({ queryKey });

  /** After a failure it shows at once what stood there before, and then what is stored. */
  async function run(work: () => Promise<void>): Promise<void> {
    const before = queries.getQueryData<Data>(queryKey);
    setFailure(null);
    try {
      await work();
    } catch (thrown) {
      setFailure((thrown as Error).message);
      queries.setQueryData<Data>(queryKey, before);
      await refetch();
    }
  }

  /** Shows a change at once. The answer to it is not shown when another change has followed. */
  const change = (part: Part) =>
    run(async () => {
      changes.current += 1;
      const own = changes.current;
      // An answer under way would show the old value again.
      void queries.cancelQueries({ queryKey });
      queries.setQueryData<Data>(queryKey, (before) => before && { ...before, ...part });
      const stored = await call<Data>('PATCH', path, part);
      if (own === changes.current) put(stored);
    });

  return { data, error: failure ?? error?.message, put, refetch, run, change };
}
