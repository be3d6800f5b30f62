import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { ProductError } from '#contract/errors.ts';
import { searchSchema, uidSchema } from '#contract/inputs.ts';
import { connectionEntrySchema, foundPersonSchema, infoSchema } from '#contract/views.ts';
import type { Context } from '#server/context.ts';
import { createApi } from '#server/http/api.ts';
import { jsonBody, responses } from '#server/http/describe-call.ts';
import { requirePerson } from '#server/http/require-person.ts';
import { connect } from './connect.ts';
import { getInfo } from './get-info.ts';
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
    responses: responses(connectionEntrySchema, 'The connection, as your list shows it'),
  }),
});

/** The calls about people: their info, the search, connecting. */
export function peopleRoutes(context: Context) {
  const { info, search, connect: connectCall } = calls(context);
  return createApi()
    .openapi(info, async (c) => c.json(await getInfo(context, c.var.person.uid, c.req.valid('param').uid), 200))
    .openapi(search, async (c) => {
      const { query } = c.req.valid('json');
      await countSearch(context.limits, c.var.person.uid, c.var.network, query);
      return c.json(await searchPeople(context, c.var.person.uid, query), 200);
    })
    .openapi(connectCall, async (c) => {
      const { uid, otherUid } = c.req.valid('param');
      if (uid !== c.var.person.uid) throw new ProductError('not_found');
      return c.json(await connect(context, c.var.person, otherUid, c.var.network), 200);
    });
}
