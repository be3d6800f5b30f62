import type { Push } from '#contract/push.ts';
import { withTimeout } from '#web/with-timeout.ts';
import { fetchPush, pushPath, putSubscription } from './push-calls.ts';
import { storeChoice } from './stored-choice.ts';

const SUBSCRIBE_WITHIN_MS = 10_000;
/** The browser's push service is out of reach, or it never answers (seen in Chromium without a connection to Google). */
const NO_ANSWER = 'Your browser’s notification service did not answer. Please try again later.';

const KEPT_CALL = '/push-call';

/** Call it on a tap: the browser asks its own question. @returns null when it was not allowed @throws with words for people */
export async function turnOn(uid: string): Promise<Push | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const { key } = await fetchPush(uid);
  const device = await putSubscription(uid, await subscribe(key));
  await keep(uid);
  return { key, device };
}

/** @param key the server's public key, base64url */
export async function subscribe(key: string): Promise<PushSubscription> {
  const { pushManager } = await withTimeout(navigator.serviceWorker.ready, SUBSCRIBE_WITHIN_MS, NO_ANSWER);
  const options = { userVisibleOnly: true, applicationServerKey: key };
  return withTimeout(pushManager.subscribe(options), SUBSCRIBE_WITHIN_MS, NO_ANSWER);
}

export async function keep(uid: string): Promise<void> {
  storeChoice(uid, 'on', Date.now());
  await (await caches.open('push')).put(KEPT_CALL, new Response(pushPath(uid)));
}

export async function unsubscribe(): Promise<void> {
  await caches.delete('push');
  await (await currentSubscription())?.unsubscribe();
}

export async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}
