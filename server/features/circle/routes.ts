import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { uidSchema } from '#contract/inputs.ts';
import { connectionEntrySchema } from '#contract/views.ts';
import type { Context } from '#server/context.ts';
import { createApi } from '#server/http/api.ts';
import { responses } from '#server/http/describe-call.ts';
import { requireOwnUid } from '#server/http/require-own-uid.ts';
import { requirePerson } from '#server/http/require-person.ts';
import { listConnections } from './list-connections.ts';

const listCall = (context: Context) =>
  createRoute({
    method: 'get',
    path: '/users/{uid}/connections',
    middleware: requirePerson(context.identity),
    request: { params: z.object({ uid: uidSchema }) },
    responses: responses(z.array(connectionEntrySchema), 'Your connections, newest lastmessage first'),
  });

/** The circle's call: the caller's own connections. */
export function circleRoutes(context: Context) {
  return createApi().openapi(listCall(context), async (c) => {
    return c.json(await listConnections(context.pool, requireOwnUid(c)), 200);
  });
}
