/** Notifications by web push: what a person's device has set. The browser imports the types only. */
import { z } from 'zod';
import { aboutSchema } from './consent.ts';
import { milliseconds } from './views.ts';

/** What a device is notified of, and how much its lock screen shows. */
const pushChoicesSchema = z.object({
  about: aboutSchema,
  showNames: z.boolean().describe('the lock screen shows names; otherwise it names nobody'),
  showWords: z.boolean().describe('with names: the lock screen shows the words of a message, too'),
});

/** A device that gets notifications: it is signed in, and its browser has subscribed. */
export const pushDeviceSchema = pushChoicesSchema
  .extend({
    endpoint: z.string().describe('the address of its push service, so that the browser knows its own'),
    reachedAt: milliseconds.nullable().describe('when it last confirmed a notification; null for one that never does'),
    isSilent: z.boolean().describe('it has confirmed none for a week'),
  })
  .meta({ id: 'PushDevice' });

/** An ntfy topic, which rings a phone that sleeps: `https://HOST/TOPIC`; null for none. */
export const topicSchema = z.strictObject({ topic: z.string().max(200).nullable() }).meta({ id: 'PushTopic' });

export const phoneCallsSchema = z.strictObject({ isCalled: z.boolean() }).meta({ id: 'PhoneCalls' });

/** `key` is the server's public key (VAPID, base64url), `device` this session's device; null when it gets no notifications. */
export const pushSchema = z
  .object({
    key: z.string(),
    device: pushDeviceSchema.nullable(),
    topic: z.string().nullable().describe('the ntfy topic'),
    topicRefuses: z.boolean().describe('it refused the last notification'),
    topicSentAt: milliseconds.nullable().describe('when it last took a notification'),
    proposedTopic: z.string(),
    callsFrom: z.string().nullable().describe('the number that calls friends; null where nobody is called'),
    isCalled: z.boolean().describe('a friend’s Dark calls the person’s phone'),
  })
  .meta({ id: 'Push' });

/** A browser's push subscription, as `PushSubscription.toJSON()` gives it. */
export const subscribeSchema = z.strictObject({
  endpoint: z.string().max(1_000),
  keys: z.strictObject({ p256dh: z.string().max(200), auth: z.string().max(100) }),
});

export const changePushSchema = z.strictObject(pushChoicesSchema.partial().shape);

/** `sent` says whether the push service took it; `reason` why not, in words for the person. */
export const pushTestSchema = z.object({ sent: z.boolean(), reason: z.string().nullable() }).meta({ id: 'PushTest' });

export type PushChoices = z.infer<typeof pushChoicesSchema>;
export type PushDevice = z.infer<typeof pushDeviceSchema>;
export type Push = z.infer<typeof pushSchema>;
export type Topic = z.infer<typeof topicSchema>;
export type PhoneCalls = z.infer<typeof phoneCallsSchema>;
export type Subscribe = z.infer<typeof subscribeSchema>;
export type ChangePush = z.infer<typeof changePushSchema>;
export type PushTest = z.infer<typeof pushTestSchema>;
