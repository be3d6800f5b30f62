import { z } from 'zod';
import { askedSchema, connectionRequestSchema } from '#contract/consent.ts';
import { searchSchema, uidSchema } from '#contract/inputs.ts';
import { connectionEntrySchema, foundPersonSchema, infoSchema } from '#contract/views.ts';
import type { Context } from '#server/context.ts';
import { createCalls } from '#server/http/calls.ts';
import { responses } from '#server/http/describe-call.ts';
import { ASKED, connect } from './connect.ts';
import { getInfo } from './get-info.ts';
import { acceptRequest, declineRequest, listRequests } from './requests.ts';
import { countSearch, searchPeople } from './search/search-people.ts';

const CONNECTED = 'The connection, as your list shows it';

export function peopleRoutes(context: Context) {
  const { api, own, signedIn } = createCalls(context);
  const params = z.object({ otherUid: uidSchema });
  signedIn(
    'get',
    '/users/{uid}/info',
    {
      params: z.object({ uid: uidSchema }),
      answer: infoSchema,
      says: 'A person: yourself or one of your connections',
    },
    ({ uid, params }) => getInfo(context, uid, params.uid),
  );
  signedIn(
    'post',
    '/users/search',
    {
      body: searchSchema,
      answer: z.array(foundPersonSchema),
      says: 'The people found, those whose name begins with the text first',
    },
    async ({ uid, body: { query }, network }) => {
      await countSearch(context.limits, uid, network, query);
      return searchPeople(context, uid, query);
    },
  );
  own(
    'put',
    '/users/{uid}/connections/{otherUid}',
    {
      params,
      responses: {
        ...responses(connectionEntrySchema, CONNECTED),
        202: {
          content: { 'application/json': { schema: askedSchema } },
          description: 'The person asks first, and has been asked',
        },
      },
    },
    async ({ person, params, network, c }) => {
      const entry = await connect(context, person, params.otherUid, { network });
      return entry === ASKED ? c.json({ asked: true }, 202) : c.json(entry, 200);
    },
  );
  own(
    'get',
    '/users/{uid}/requests',
    { answer: z.array(connectionRequestSchema), says: 'Those who would like to be in your circle, newest first' },
    ({ uid }) => listRequests(context.pool, uid),
  );
  own(
    'post',
    '/users/{uid}/requests/{otherUid}/accept',
    { params, answer: connectionEntrySchema, says: CONNECTED },
    ({ uid, params }) => acceptRequest(context, uid, params.otherUid),
  );
  own(
    'delete',
    '/users/{uid}/requests/{otherUid}',
    { params, says: 'Not now. The other person does not learn of it' },
    ({ uid, params }) => declineRequest(context, uid, params.otherUid),
  );
  return api;
}
