import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { uidSchema } from '#contract/inputs.ts';
import { infoSchema } from '#contract/views.ts';
import type { Context } from '../../context.ts';
import { createApi } from '../../http/api.ts';
import { requirePerson } from '../../http/require-person.ts';
import { answers } from '../../http/respond.ts';
import { getInfo } from './get-info.ts';

const infoCall = (context: Context) =>
  createRoute({
    method: 'get',
    path: '/users/{uid}/info',
    middleware: requirePerson(context.identity),
    request: { params: z.object({ uid: uidSchema }) },
    responses: answers(infoSchema, 'A person: yourself or one of your connections'),
  });

/** The calls of a person's own record. */
export function identityRoutes(context: Context) {
  return createApi().openapi(infoCall(context), async (c) => {
    return c.json(await getInfo(context, c.var.person.uid, c.req.valid('param').uid), 200);
  });
}
