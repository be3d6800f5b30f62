import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Recovery } from '#contract/account/recovery.ts';
import { call } from '#web/http.ts';

/** A person's ways back into their account. The key begins with that of the settings: a new phone number refetches both. */
export function useRecovery(uid: string) {
  const queries = useQueryClient();
  const queryKey = ['settings', uid, 'recovery'];
  const { data: recovery, error } = useQuery({
    queryKey,
    queryFn: () => call<Recovery>('GET', `/api/users/${uid}/recovery`),
    // A link may have been opened in another tab or on another device.
    staleTime: 0,
  });
  return { recovery, error: error?.message, refetch: () => queries.invalidateQueries({ queryKey }) };
}
