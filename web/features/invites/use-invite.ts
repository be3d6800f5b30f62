import type { Invite } from '#contract/account/invites.ts';
import { call } from '#web/calls/http.ts';
import { resourceKey, useResource } from '#web/calls/use-resource.ts';

const pathOf = (uid: string) => `/api/users/${uid}/invite`;

export const inviteKey = (uid: string) => resourceKey(pathOf(uid));

/** A person's own link. `renew` replaces it: the old one stops at once. */
export function useInvite(uid: string) {
  const { data: invite, error, put } = useResource<Invite>(pathOf(uid));
  return { invite, error, renew: async () => put(await call<Invite>('POST', pathOf(uid), {})) };
}
