import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { changeSettingsSchema, deviceSchema, doneSchema, leaveSchema, settingsSchema } from '#contract/account.ts';
import { uidSchema } from '#contract/inputs.ts';
import type { Context } from '#server/context.ts';
import { createApi, requestAddress } from '#server/http/api.ts';
import { jsonBody, responses } from '#server/http/describe-call.ts';
import { requireOwnUid } from '#server/http/require-own-uid.ts';
import { requirePerson } from '#server/http/require-person.ts';
import { LIMITS } from '#server/limits/index.ts';
import { exportAccount } from './export/export-account.ts';
import { ExportQueue } from './export/export-queue.ts';
import { createTextStream } from './export/text-stream.ts';
import { leave } from './leave/leave.ts';
import { listDevices } from './list-devices.ts';
import { passkeyRoutes } from './passkeys/passkey-routes.ts';
import { changeSettings, getSettings } from './settings.ts';

const ownUid = z.object({ uid: uidSchema });

const calls = (context: Context) => {
  const middleware = requirePerson(context.identity);
  return {
    settings: createRoute({
      method: 'get',
      path: '/users/{uid}/settings',
      middleware,
      request: { params: ownUid },
      responses: responses(settingsSchema, 'What you have set for yourself'),
    }),
    change: createRoute({
      method: 'patch',
      path: '/users/{uid}/settings',
      middleware,
      request: { params: ownUid, body: jsonBody(changeSettingsSchema) },
      responses: responses(settingsSchema, 'Your settings, as they are now'),
    }),
    devices: createRoute({
      method: 'get',
      path: '/users/{uid}/devices',
      middleware,
      request: { params: ownUid },
      responses: responses(z.array(deviceSchema), 'Where you are signed in, this device first'),
    }),
    endOne: createRoute({
      method: 'delete',
      path: '/users/{uid}/devices/{device}',
      middleware,
      request: { params: ownUid.extend({ device: uidSchema }) },
      responses: responses(doneSchema, 'That device is signed out, whether or not it was signed in'),
    }),
    endAll: createRoute({
      method: 'delete',
      path: '/users/{uid}/devices',
      middleware,
      request: { params: ownUid },
      responses: responses(doneSchema, 'You are signed out everywhere, here too'),
    }),
    data: createRoute({
      method: 'get',
      path: '/users/{uid}/export',
      middleware,
      request: { params: ownUid },
      responses: {
        200: { description: 'All that is kept about you, as a JSON file; its last member says whether it is complete' },
      },
    }),
    leave: createRoute({
      method: 'post',
      path: '/users/{uid}/leave',
      middleware,
      request: { params: ownUid, body: jsonBody(leaveSchema) },
      responses: responses(doneSchema, 'Your account is gone, and your conversations with it'),
    }),
  };
};

/** The calls of a person's own account. Another person's uid is answered with `not_found`. */
export function accountRoutes(context: Context) {
  const queue = new ExportQueue(context.exportPool);
  const { settings, change, devices, endOne, endAll, data, leave: leaveCall } = calls(context);
  return createApi()
    .route('/', passkeyRoutes(context))
    .openapi(settings, async (c) => c.json(await getSettings(context, requireOwnUid(c)), 200))
    .openapi(change, async (c) => {
      const uid = requireOwnUid(c);
      await context.limits.count([LIMITS.changeSettings.person, uid]);
      return c.json(await changeSettings(context, uid, c.req.valid('json')), 200);
    })
    .openapi(devices, async (c) => {
      requireOwnUid(c);
      return c.json(await listDevices(context, c.var.person), 200);
    })
    .openapi(endOne, async (c) => {
      await context.identity.endSessions(requireOwnUid(c), c.req.valid('param').device);
      return c.json({ ok: true as const }, 200);
    })
    .openapi(endAll, async (c) => {
      await context.identity.endSessions(requireOwnUid(c));
      return c.json({ ok: true as const }, 200);
    })
    .openapi(data, async (c) => {
      requireOwnUid(c);
      const headers = {
        'content-type': 'application/json',
        'content-disposition': 'attachment; filename="moodring.json"',
      };
      // HEAD has no body. An export for it would only take the person's place in the queue.
      if (c.req.method === 'HEAD') return c.body(null, 200, headers);
      return c.body(await createTextStream(exportAccount(context, queue, c.var.person)), 200, headers);
    })
    .openapi(leaveCall, async (c) => {
      requireOwnUid(c);
      const address = requestAddress(c, context.config.trustProxy);
      await context.identity.checkPassword(c.req.header('cookie'), c.req.valid('json').password, address);
      await leave(context, c.var.person);
      return c.json({ ok: true as const }, 200);
    });
}
