import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { doneSchema } from '#contract/account.ts';
import { askedSchema, connectionRequestSchema } from '#contract/consent.ts';
import { searchSchema, uidSchema } from '#contract/inputs.ts';
import { connectionEntrySchema, foundPersonSchema, infoSchema } from '#contract/views.ts';
import type { Context } from '#server/context.ts';
import { createApi } from '#server/http/api.ts';
import { jsonBody, responses } from '#server/http/describe-call.ts';
import { requireOwnUid } from '#server/http/require-own-uid.ts';
import { requirePerson } from '#server/http/require-person.ts';
import { ASKED, connect } from './connect.ts';
import { getInfo } from './get-info.ts';
import { acceptRequest, declineRequest, listRequests } from './requests.ts';
import { countSearch, searchPeople } from './search/search-people.ts';

const calls = (context: Context) => ({
  info: createRoute({
    method: 'get',
    path: '/users/{uid}/info',
    middleware: requirePerson(context.identity),
    request: { params: z.object({ uid: uidSchema }) },
    responses: responses(infoSchema, 'A person: yourself or one of your connections'),
  }),
  search: createRoute({
    method: 'post',
    path: '/users/search',
    middleware: requirePerson(context.identity),
    request: { body: jsonBody(searchSchema) },
    responses: responses(z.array(foundPersonSchema), 'The people found, those whose name begins with the text first'),
  }),
  connect: createRoute({
    method: 'put',
    path: '/users/{uid}/connections/{otherUid}',
    middleware: requirePerson(context.identity),
    request: { params: z.object({ uid: uidSchema, otherUid: uidSchema }) },
    responses: {
      ...responses(connectionEntrySchema, 'The connection, as your list shows it'),
      202: {
        content: { 'application/json': { schema: askedSchema } },
        description: 'The person asks first, and has been asked',
      },
    },
  }),
  requests: createRoute({
    method: 'get',
    path: '/users/{uid}/requests',
    middleware: requirePerson(context.identity),
    request: { params: z.object({ uid: uidSchema }) },
    responses: responses(z.array(connectionRequestSchema), 'Those who would like to be in your circle, newest first'),
  }),
  accept: createRoute({
    method: 'post',
    path: '/users/{uid}/requests/{otherUid}/accept',
    middleware: requirePerson(context.identity),
    request: { params: z.object({ uid: uidSchema, otherUid: uidSchema }) },
    responses: responses(connectionEntrySchema, 'The connection, as your list shows it'),
  }),
  decline: createRoute({
    method: 'delete',
    path: '/users/{uid}/requests/{otherUid}',
    middleware: requirePerson(context.identity),
    request: { params: z.object({ uid: uidSchema, otherUid: uidSchema }) },
    responses: responses(doneSchema, 'Not now. The other person does not learn of it'),
  }),
});

/** The calls about people: their info, the search, connecting. */
export function peopleRoutes(context: Context) {
  const { info, search, connect: connectCall, requests, accept, decline } = calls(context);
  return createApi()
    .openapi(info, async (c) => c.json(await getInfo(context, c.var.person.uid, c.req.valid('param').uid), 200))
    .openapi(search, async (c) => {
      const { query } = c.req.valid('json');
      await countSearch(context.limits, c.var.person.uid, c.var.network, query);
      return c.json(await searchPeople(context, c.var.person.uid, query), 200);
    })
    .openapi(connectCall, async (c) => {
      requireOwnUid(c);
      const entry = await connect(context, c.var.person, c.req.valid('param').otherUid, { network: c.var.network });
      return entry === ASKED ? c.json({ asked: true as const }, 202) : c.json(entry, 200);
    })
    .openapi(requests, async (c) => {
      return c.json(await listRequests(context.pool, requireOwnUid(c)), 200);
    })
    .openapi(accept, async (c) => {
      return c.json(await acceptRequest(context, requireOwnUid(c), c.req.valid('param').otherUid), 200);
    })
    .openapi(decline, async (c) => {
      await declineRequest(context, requireOwnUid(c), c.req.valid('param').otherUid);
      return c.json({ ok: true as const }, 200);
    });
}
