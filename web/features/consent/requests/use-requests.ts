import { useQuery } from '@tanstack/react-query';
import type { ConnectionRequest } from '#contract/consent.ts';
import { call } from '#web/calls/http.ts';

export function requestsKey(uid: string) {
  return ['requests', uid] as const;
}

/** Those who would like to be in the person's circle. A live event says when they change. */
export function useRequests(uid: string) {
  return useQuery({
    queryKey: requestsKey(uid),
    queryFn: () => call<ConnectionRequest[]>('GET', `/api/users/${uid}/requests`),
    enabled: uid !== '',
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}
