import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { ProductError } from '#contract/errors.ts';
import { searchSchema, uidSchema } from '#contract/inputs.ts';
import { connectionEntrySchema, foundPersonSchema } from '#contract/views.ts';
import type { Context } from '../../context.ts';
import { createApi } from '../../http/api.ts';
import { requirePerson } from '../../http/require-person.ts';
import { answers, body } from '../../http/respond.ts';
import { connect } from './connect.ts';
import { countSearch } from './count-search.ts';
import { searchPeople } from './search-people.ts';

const calls = (context: Context) => ({
  search: createRoute({
    method: 'post',
    path: '/users/search',
    middleware: requirePerson(context.identity),
    request: { body: body(searchSchema) },
    responses: answers(z.array(foundPersonSchema), 'The people found, those whose name begins with the text first'),
  }),
  connect: createRoute({
    method: 'put',
    path: '/users/{uid}/connections/{otherUid}',
    middleware: requirePerson(context.identity),
    request: { params: z.object({ uid: uidSchema, otherUid: uidSchema }) },
    responses: answers(connectionEntrySchema, 'The connection, as your list shows it'),
  }),
});

/** The calls of finding people and connecting with them. */
export function peopleRoutes(context: Context) {
  const { search, connect: connectCall } = calls(context);
  return createApi()
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
