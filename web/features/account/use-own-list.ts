import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#web/http.ts';

/** A list of what is a person's own. @returns `gone`, the item that was removed last: its row had the focus */
export function useOwnList<Item>(path: string) {
  const queries = useQueryClient();
  const queryKey = [path];
  const { data: items, error } = useQuery({ queryKey, queryFn: () => call<Item[]>('GET', path), staleTime: 0 });
  const [failure, setFailure] = useState<string | null>(null);
  const [gone, setGone] = useState<Item | null>(null);
  const refetch = () => queries.invalidateQueries({ queryKey });
  async function change(work: () => Promise<void>) {
    setFailure(null);
    await work().catch((thrown: Error) => setFailure(thrown.message));
  }
  const remove = (item: Item, id: string) =>
    change(async () => {
      await call('DELETE', `${path}/${id}`);
      await refetch();
      setGone(item);
    });
  return { items, error: failure ?? error?.message, gone, remove, change, refetch };
}
