import { randomBytes } from 'node:crypto';
import type { Subscribe } from '#contract/push.ts';
import { makeSubscriptionKeys } from '#fixtures/push/subscription-keys.ts';

/** Of a push service that does not exist. An address needs no DNS. */
export const PUSH_HOST = '127.0.0.1:9';

/** A valid subscription at that service, which the test servers list. */
export function someSubscription(): Subscribe {
  return { endpoint: `https://${PUSH_HOST}/${randomBytes(16).toString('hex')}`, keys: makeSubscriptionKeys().keys };
}
