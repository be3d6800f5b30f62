import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { doneSchema } from '#contract/account.ts';
import { uidSchema } from '#contract/inputs.ts';
import {
  changePushSchema,
  type Push,
  pushDeviceSchema,
  pushSchema,
  pushTestSchema,
  subscribeSchema,
} from '#contract/push.ts';
import type { Context } from '#server/context.ts';
import { createApi } from '#server/http/api.ts';
import { jsonBody, responses } from '#server/http/describe-call.ts';
import { requireOwnUid } from '#server/http/require-own-uid.ts';
import { requirePerson } from '#server/http/require-person.ts';
import { LIMITS } from '#server/limits/index.ts';
import { changeDevice, getDevice, removeDevice } from './devices/devices.ts';
import { sendTestPush } from './devices/send-test-push.ts';
import { subscribe } from './devices/subscribe.ts';

const ownUid = z.object({ uid: uidSchema });

const NO_DEVICE = 'This device gets no notifications yet.';

const calls = (context: Context) => {
  const middleware = requirePerson(context.identity);
  const path = '/users/{uid}/push';
  return {
    get: createRoute({
      method: 'get',
      path,
      middleware,
      request: { params: ownUid },
      responses: responses(pushSchema, 'What this device is notified of, and the key to subscribe with'),
    }),
    put: createRoute({
      method: 'put',
      path,
      middleware,
      request: { params: ownUid, body: jsonBody(subscribeSchema) },
      responses: responses(pushDeviceSchema, 'This device gets notifications, or still gets them'),
    }),
    patch: createRoute({
      method: 'patch',
      path,
      middleware,
      request: { params: ownUid, body: jsonBody(changePushSchema) },
      responses: responses(pushDeviceSchema, 'What this device is notified of now'),
    }),
    remove: createRoute({
      method: 'delete',
      path,
      middleware,
      request: { params: ownUid },
      responses: responses(doneSchema, 'This device gets no notifications, whether or not it did before'),
    }),
    test: createRoute({
      method: 'post',
      path: '/users/{uid}/push/test',
      middleware,
      request: { params: ownUid },
      responses: responses(pushTestSchema, 'Whether the push service took a notification for this device'),
    }),
  };
};

/** The calls about notifications of the caller's device, which is its session. Another person's uid is `not_found`. */
export function pushRoutes(context: Context) {
  const { get, put, patch, remove, test } = calls(context);
  return createApi()
    .openapi(get, async (c) => {
      requireOwnUid(c);
      const device = await getDevice(context, c.var.person);
      return c.json({ key: context.push.publicKey, device } satisfies Push, 200);
    })
    .openapi(put, async (c) => {
      requireOwnUid(c);
      return c.json(await subscribe(context, c.var.person, c.req.valid('json'), c.var.network), 200);
    })
    .openapi(patch, async (c) => {
      await context.limits.count([LIMITS.changeSettings.person, requireOwnUid(c)]);
      return c.json(await changeDevice(context, c.var.person, c.req.valid('json')), 200);
    })
    .openapi(remove, async (c) => {
      requireOwnUid(c);
      await removeDevice(context, c.var.person);
      return c.json({ ok: true as const }, 200);
    })
    .openapi(test, async (c) => {
      const uid = requireOwnUid(c);
      await context.limits.count([LIMITS.testPush.person, uid], [LIMITS.testPush.network, c.var.network]);
      const [tested] = await sendTestPush(context, uid, c.var.person.sessionId);
      return c.json({ sent: tested?.sent ?? false, reason: tested ? tested.reason : NO_DEVICE }, 200);
    });
}
