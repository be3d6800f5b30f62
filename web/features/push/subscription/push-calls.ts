import type { Push, PushDevice } from '#contract/push.ts';
import { call } from '#web/calls/http.ts';
import { resourceKey, useResource } from '#web/calls/use-resource.ts';
import { queries } from '#web/query-cache.ts';

export function pushPath(uid: string): string {
  return `/api/users/${uid}/push`;
}

/** Anew. What shows it shows the answer, too. */
export function fetchPush(uid: string): Promise<Push> {
  const path = pushPath(uid);
  const queryFn = () => call<Push>('GET', path);
  // Once: a change of the password waits for it.
  return queries.fetchQuery({
    queryKey: resourceKey(path),
    queryFn,
    staleTime: 0,
    retry: false,
    networkMode: 'always',
  });
}

export function putSubscription(uid: string, subscription: PushSubscription): Promise<PushDevice> {
  // Only what the contract has: browsers add `expirationTime`.
  const { endpoint, keys } = subscription.toJSON();
  return call<PushDevice>('PUT', pushPath(uid), { endpoint, keys });
}

/** What shows the notifications of this device shows these. */
export function showPush(uid: string, push: Push): void {
  queries.setQueryData<Push>(resourceKey(pushPath(uid)), push);
}

/** Whether this device gets notifications, and which. @param isWanted false where it cannot get any */
export function usePush(uid: string, isWanted: boolean) {
  return useResource<Push>(pushPath(uid), { isWanted });
}
