import { z } from 'zod';
import { changeSettingsSchema, deviceSchema, ownPasswordSchema, settingsSchema } from '#contract/account.ts';
import { uidSchema } from '#contract/inputs.ts';
import type { Context } from '#server/context.ts';
import { createCalls } from '#server/http/calls.ts';
import { LIMITS } from '#server/limits/index.ts';
import { exportAccount } from './export/export-account.ts';
import { createTextStream } from './export/text-stream.ts';
import { leave } from './leave/leave.ts';
import { listDevices } from './list-devices.ts';
import { passkeyRoutes } from './passkeys/passkey-routes.ts';
import { changeSettings, getSettings } from './settings.ts';

const EXPORTED = 'All that is kept about you, as a JSON file; its last member says whether it is complete';

export function accountRoutes(context: Context) {
  const { identity, limits } = context;
  const { api, own, ownWithin } = createCalls(context);
  api.route('/', passkeyRoutes(context));
  own('get', '/users/{uid}/settings', { answer: settingsSchema, says: 'What you have set for yourself' }, ({ uid }) =>
    getSettings(context, uid),
  );
  ownWithin(LIMITS.changeSettings.person)(
    'patch',
    '/users/{uid}/settings',
    { body: changeSettingsSchema, answer: settingsSchema, says: 'Your settings, as they are now' },
    ({ uid, body }) => changeSettings(context, uid, body),
  );
  own(
    'get',
    '/users/{uid}/devices',
    { answer: z.array(deviceSchema), says: 'Where you are signed in, this device first' },
    ({ person }) => listDevices(context, person),
  );
  own(
    'delete',
    '/users/{uid}/devices/{device}',
    { params: z.object({ device: uidSchema }), says: 'That device is signed out, whether or not it was signed in' },
    ({ uid, params }) => identity.endSessions(uid, params.device),
  );
  own('delete', '/users/{uid}/devices', { says: 'You are signed out everywhere, here too' }, ({ uid }) =>
    identity.endSessions(uid),
  );
  own(
    'get',
    '/users/{uid}/export',
    { responses: { 200: { description: EXPORTED } } },
    async ({ uid, person, network, c }) => {
      const headers = {
        'content-type': 'application/json',
        'content-disposition': 'attachment; filename="moodring.json"',
      };
      // HEAD has no body. An export for it would only take the person's place in the queue.
      if (c.req.method === 'HEAD') return c.body(null, 200, headers);
      await limits.count([LIMITS.dataAsAFile.person, uid], [LIMITS.dataAsAFile.network, network]);
      return c.body(await createTextStream(exportAccount(context, person)), 200, headers);
    },
  );
  own(
    'post',
    '/users/{uid}/leave',
    { body: ownPasswordSchema, says: 'Your account is gone, and your conversations with it' },
    async ({ person, body, c }) => {
      await identity.checkPassword(c.req.header('cookie'), body.password, c.var.address);
      await leave(context, person);
    },
  );
  return api;
}
