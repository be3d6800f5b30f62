import {
  changePushSchema,
  phoneCallsSchema,
  pushDeviceSchema,
  pushSchema,
  pushTestSchema,
  subscribeSchema,
  topicSchema,
} from '#contract/push.ts';
import type { Context } from '#server/context.ts';
import { createCalls } from '#server/http/calls.ts';
import { wordsOf } from '#server/languages.ts';
import { LIMITS } from '#server/limits/index.ts';
import { changeDevice, markReached } from './devices/devices.ts';
import { getPush } from './devices/get-push.ts';
import { changePhoneCalls } from './devices/phone-calls.ts';
import { sendTestPush } from './devices/send-test-push.ts';
import { subscribe } from './devices/subscribe.ts';
import { changeTopic } from './devices/topic.ts';

/** A device is its session. Another person's uid is `not_found`. */
export function pushRoutes(context: Context) {
  const { limits } = context;
  const { api, own, ownWithin } = createCalls(context);
  const path = '/users/{uid}/push';
  own(
    'get',
    path,
    { answer: pushSchema, says: 'What this device is notified of, and the key to subscribe with' },
    ({ person }) => getPush(context, person),
  );
  own(
    'put',
    path,
    { body: subscribeSchema, answer: pushDeviceSchema, says: 'This device gets notifications, or still gets them' },
    ({ person, body, network }) => subscribe(context, person, body, network),
  );
  ownWithin(LIMITS.changeSettings.person)(
    'patch',
    path,
    { body: changePushSchema, answer: pushDeviceSchema, says: 'What this device is notified of now' },
    ({ person, body }) => changeDevice(context, person, body),
  );
  own('post', `${path}/reached`, { says: 'This device has shown a notification' }, async ({ uid, person }) => {
    await limits.consume(LIMITS.renewPushes.person, uid);
    await markReached(context, person);
  });
  own(
    'put',
    `${path}/topic`,
    { body: topicSchema, answer: topicSchema, says: 'The ntfy topic, once it has taken a test; null removes it' },
    async ({ uid, person, network, body }) => {
      const { testTopic, changeSettings } = LIMITS;
      if (body.topic === null) await limits.count([changeSettings.person, uid]);
      else await limits.count([testTopic.person, uid], [testTopic.network, network], [testTopic.all, 'all']);
      return changeTopic(context, person, body);
    },
  );
  ownWithin(LIMITS.changeSettings.person)(
    'put',
    `${path}/calls`,
    { body: phoneCallsSchema, answer: phoneCallsSchema, says: 'Whether a friend’s Dark calls your phone' },
    async ({ uid, person, body }) => {
      await changePhoneCalls(context.pool, { uid, sessionId: person.sessionId }, body.isCalled);
      return body;
    },
  );
  own(
    'post',
    `${path}/test`,
    { answer: pushTestSchema, says: 'Whether the push service took a notification for this device' },
    async ({ uid, person, network, c }) => {
      await limits.count([LIMITS.testPush.person, uid], [LIMITS.testPush.network, network]);
      const [tested] = await sendTestPush(context, uid, person.sessionId);
      return {
        sent: tested?.sent ?? false,
        reason: tested ? tested.reason : wordsOf(c.var.language).noNotificationsYet,
      };
    },
  );
  return api;
}
