import type { Push, PushDevice } from '#contract/push.ts';
import { call } from '#web/calls/http.ts';
import { useResource } from '#web/calls/use-resource.ts';

export function pushPath(uid: string): string {
  return `/api/users/${uid}/push`;
}

export function fetchPush(uid: string): Promise<Push> {
  return call<Push>('GET', pushPath(uid));
}

export function putSubscription(uid: string, subscription: PushSubscription): Promise<PushDevice> {
  // Only what the contract has: browsers add `expirationTime`.
  const { endpoint, keys } = subscription.toJSON();
  return call<PushDevice>('PUT', pushPath(uid), { endpoint, keys });
}

/** Whether this device gets notifications, and which. @param isWanted false where it cannot get any */
export function usePush(uid: string, isWanted: boolean) {
  return useResource<Push>(pushPath(uid), { isWanted });
}
