import type { Push } from '#contract/push.ts';
import * as t from '#language';
import { toBase64Url } from '#web/text/base64-url.ts';
import { withTimeout } from '#web/with-timeout.ts';
import { ALL_TAGS, closeNotifications } from '../sync/close-notifications.ts';
import { fetchPush, pushPath, putSubscription, showPush } from './push-calls.ts';
import { forgetWhoIsOn, readChoice, readRenewedAt, storeChoice } from './stored-choice.ts';
import { mayNotify } from './support.ts';

const SUBSCRIBE_WITHIN_MS = 10_000;
/** The browser's push service is out of reach, or it never answers (seen in Chromium without a connection to Google). */
const NO_ANSWER = t.notificationServiceDidNotAnswer;

const KEPT_CALL = '/push-call';

const RENEW_AFTER_MS = 24 * 60 * 60 * 1000;

/** Call it on a tap: the browser asks its own question. @returns null when it was not allowed @throws with words for people */
export async function turnOn(uid: string): Promise<Push | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const push = await fetchPush(uid);
  const device = await putSubscription(uid, await subscribe(push.key));
  await keep(uid);
  return { ...push, device };
}

/**
 * Brings this browser's subscription in line with who is signed in: at each start, and after a sign-in or sign-out. A browser may
 * drop a subscription without a word, and the server's key may be a new one after a restore. The server is told at most daily.
 * @param uid who is signed in; undefined for nobody: then the subscription ends, and shown notifications go
 */
export async function keepSubscription(uid: string | undefined, now = Date.now()): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  if (uid === undefined) forgetWhoIsOn();
  if (uid === undefined || readChoice(uid) !== 'on') return unsubscribe();
  if (!mayNotify()) return;
  const push = await fetchPush(uid);
  const { key, device } = push;
  const subscription = await subscriptionWith(key);
  const isRecent = now - readRenewedAt(uid) < RENEW_AFTER_MS;
  if (isRecent && device?.endpoint === subscription.endpoint) return;
  showPush(uid, { ...push, device: await putSubscription(uid, subscription) });
  await keep(uid);
}

/** The subscription to this server key. One to another key gets nothing from the server, and stands in a new one's way. */
async function subscriptionWith(key: string): Promise<PushSubscription> {
  const current = await currentSubscription();
  if (current && keyOf(current) === key) return current;
  await current?.unsubscribe();
  return subscribe(key);
}

function keyOf({ options }: PushSubscription): string {
  return toBase64Url(new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0)));
}

/** @param key the server's public key, base64url */
async function subscribe(key: string): Promise<PushSubscription> {
  const { pushManager } = await withTimeout(navigator.serviceWorker.ready, SUBSCRIBE_WITHIN_MS, NO_ANSWER);
  const options = { userVisibleOnly: true, applicationServerKey: key };
  return withTimeout(pushManager.subscribe(options), SUBSCRIBE_WITHIN_MS, NO_ANSWER);
}

async function keep(uid: string): Promise<void> {
  storeChoice(uid, 'on', Date.now());
  await (await caches.open('push')).put(KEPT_CALL, new Response(pushPath(uid)));
}

async function unsubscribe(): Promise<void> {
  closeNotifications(ALL_TAGS);
  await caches.delete('push');
  await (await currentSubscription())?.unsubscribe();
}

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}
