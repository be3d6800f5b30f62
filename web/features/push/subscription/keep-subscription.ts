import { toBase64Url } from '#web/text/base64-url.ts';
import { fetchPush, putSubscription } from './push-calls.ts';
import { forgetWhoIsOn, readChoice, readRenewedAt } from './stored-choice.ts';
import { currentSubscription, keep, subscribe, unsubscribe } from './subscribe.ts';
import { mayNotify } from './support.ts';

const RENEW_AFTER_MS = 24 * 60 * 60 * 1000;

/**
 * Brings this browser's subscription in line with who is signed in: at each start, and after a sign-in or sign-out. A browser may
 * drop a subscription without a word, and the server's key may be a new one after a restore. The server is told at most daily.
 * @param uid who is signed in; undefined for nobody: then the subscription ends
 */
export async function keepSubscription(uid: string | undefined, now = Date.now()): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  if (uid === undefined) forgetWhoIsOn();
  if (uid === undefined || readChoice(uid) !== 'on') return unsubscribe();
  if (!mayNotify()) return;
  const { key, device } = await fetchPush(uid);
  const subscription = await subscriptionWith(key);
  const isRecent = now - readRenewedAt(uid) < RENEW_AFTER_MS;
  if (isRecent && device?.endpoint === subscription.endpoint) return;
  await putSubscription(uid, subscription);
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
