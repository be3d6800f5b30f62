import { randomBytes } from 'node:crypto';
import type { Subscribe } from '#contract/push.ts';
import { makeSubscriptionKeys } from '#fixtures/push/subscription-keys.ts';

/** A valid subscription at a listed push service of the test servers that does not exist. */
export function someSubscription(): Subscribe {
  return { endpoint: `https://push.example/${randomBytes(16).toString('hex')}`, keys: makeSubscriptionKeys().keys };
}
