import type { ChangePush, Push, PushDevice, PushTest } from '#contract/push.ts';
import { call } from '#web/http.ts';

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

export function changePush(uid: string, choices: ChangePush): Promise<PushDevice> {
  return call<PushDevice>('PATCH', pushPath(uid), choices);
}

export function sendTest(uid: string): Promise<PushTest> {
  return call<PushTest>('POST', `${pushPath(uid)}/test`);
}
