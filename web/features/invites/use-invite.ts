import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Invite } from '#contract/account/invites.ts';
import { call } from '#web/http.ts';

export const inviteKey = (uid: string) => ['invite', uid];

/** A person's own link. `renew` replaces it: the old one stops at once. */
export function useInvite(uid: string) {
  const queries = useQueryClient();
  const queryKey = inviteKey(uid);
  const path = `/api/users/${uid}/invite`;
  const { data: invite, error } = useQuery({ queryKey, queryFn: () => call<Invite>('GET', path), staleTime: 0 });
  const renew = async () => queries.setQueryData(queryKey, await call<Invite>('POST', path, {}));
  return { invite, error, renew };
}
