import { createECDH, type ECDH, randomBytes } from 'node:crypto';
import type { Subscribe } from '#contract/push.ts';

/** A browser's side of a subscription: what decrypts its pushes. */
export interface SubscriptionKeys {
  ecdh: ECDH;
  auth: Buffer;
  /** As the browser sends them. */
  keys: Subscribe['keys'];
}

export function makeSubscriptionKeys(): SubscriptionKeys {
  const ecdh = createECDH('prime256v1');
  const p256dh = ecdh.generateKeys('base64url');
  const auth = randomBytes(16);
  return { ecdh, auth, keys: { p256dh, auth: auth.toString('base64url') } };
}

/** A valid subscription at a listed push service of the test servers that does not exist. */
export function someSubscription(): Subscribe {
  return { endpoint: `https://push.example/${randomBytes(16).toString('hex')}`, keys: makeSubscriptionKeys().keys };
}
