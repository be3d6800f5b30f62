import type { ConnectionRequest } from '#contract/consent.ts';
import { useResource } from '#web/calls/use-resource.ts';

/** Those who would like to be in the person's circle. A live event says when they change. */
export function useRequests(uid: string) {
  return useResource<ConnectionRequest[]>(`/api/users/${uid}/requests`);
}
