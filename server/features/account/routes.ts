import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { changeSettingsSchema, deviceSchema, doneSchema, leaveSchema, settingsSchema } from '#contract/account.ts';
import { ProductError } from '#contract/errors.ts';
import { uidSchema } from '#contract/inputs.ts';
import type { Context } from '#server/context.ts';
import type { SignedInPerson } from '#server/features/identity/index.ts';
import { createApi, requestAddress } from '#server/http/api.ts';
import { jsonBody, responses } from '#server/http/describe-call.ts';
import { requirePerson } from '#server/http/require-person.ts';
import { PROFILE_CHANGES } from '#server/limits/index.ts';
import { exportAccount } from './export/export-account.ts';
import { ExportQueue } from './export/export-queue.ts';
import { streamOf } from './export/text-stream.ts';
import { leave } from './leave/leave.ts';
import { listDevices } from './list-devices.ts';
import { changeSettings, getSettings } from './settings.ts';

const self = z.object({ uid: uidSchema });

const calls = (context: Context) => {
  const middleware = requirePerson(context.identity);
  return {
    settings: createRoute({
      method: 'get',
      path: '/users/{uid}/settings',
      middleware,
      request: { params: self },
      responses: responses(settingsSchema, 'What you have set for yourself'),
    }),
    change: createRoute({
      method: 'patch',
      path: '/users/{uid}/settings',
      middleware,
      request: { params: self, body: jsonBody(changeSettingsSchema) },
      responses: responses(settingsSchema, 'Your settings, as they are now'),
    }),
    devices: createRoute({
      method: 'get',
      path: '/users/{uid}/devices',
      middleware,
      request: { params: self },
      responses: responses(z.array(deviceSchema), 'Where you are signed in, this device first'),
    }),
    endOne: createRoute({
      method: 'delete',
      path: '/users/{uid}/devices/{device}',
      middleware,
      request: { params: self.extend({ device: uidSchema }) },
      responses: responses(doneSchema, 'That device is signed out, whether or not it was signed in'),
    }),
    endAll: createRoute({
      method: 'delete',
      path: '/users/{uid}/devices',
      middleware,
      request: { params: self },
      responses: responses(doneSchema, 'You are signed out everywhere, here too'),
    }),
    data: createRoute({
      method: 'get',
      path: '/users/{uid}/export',
      middleware,
      request: { params: self },
      responses: {
        200: { description: 'All that is kept about you, as a JSON file; its last member says whether it is complete' },
      },
    }),
    leave: createRoute({
      method: 'post',
      path: '/users/{uid}/leave',
      middleware,
      request: { params: self, body: jsonBody(leaveSchema) },
      responses: responses(doneSchema, 'Your account is gone, and your conversations with it'),
    }),
  };
};

/** The calls of a person's own account. Each is for oneself only: anybody else's is not there. */
export function accountRoutes(context: Context) {
  const turns = new ExportQueue(context.exportPool);
  const { settings, change, devices, endOne, endAll, data, leave: leaveCall } = calls(context);
  return createApi()
    .openapi(settings, async (c) => c.json(await getSettings(context, own(c)), 200))
    .openapi(change, async (c) => {
      const uid = own(c);
      await context.limits.count([PROFILE_CHANGES, uid]);
      return c.json(await changeSettings(context, uid, c.req.valid('json')), 200);
    })
    .openapi(devices, async (c) => {
      own(c);
      return c.json(await listDevices(context, c.var.person), 200);
    })
    .openapi(endOne, async (c) => {
      await context.identity.endSessions(own(c), c.req.valid('param').device);
      return c.json({ ok: true as const }, 200);
    })
    .openapi(endAll, async (c) => {
      await context.identity.endSessions(own(c));
      return c.json({ ok: true as const }, 200);
    })
    .openapi(data, async (c) => {
      own(c);
      const headers = {
        'content-type': 'application/json',
        'content-disposition': 'attachment; filename="moodring.json"',
      };
      // Its body would go nowhere, and hold the person's turn.
      if (c.req.method === 'HEAD') return c.body(null, 200, headers);
      return c.body(await streamOf(exportAccount(context, turns, c.var.person)), 200, headers);
    })
    .openapi(leaveCall, async (c) => {
      own(c);
      const address = requestAddress(c, context.config.trustProxy);
      await context.identity.checkPassword(c.req.header('cookie'), c.req.valid('json').password, address);
      await leave(context, c.var.person);
      return c.json({ ok: true as const }, 200);
    });
}

/**
 * The uid of the address, if it is the caller's own.
 * @throws {ProductError} not_found
 */
function own(c: { req: { valid(from: 'param'): { uid: string } }; var: { person: SignedInPerson } }): string {
  const { uid } = c.req.valid('param');
  if (uid !== c.var.person.uid) throw new ProductError('not_found');
  return uid;
}
