import { z } from 'zod';
import { connectionEntrySchema } from '#contract/views.ts';
import type { Context } from '#server/context.ts';
import { createCalls } from '#server/http/calls.ts';
import { listConnections } from './list-connections.ts';

export function circleRoutes(context: Context) {
  const { api, own } = createCalls(context);
  own(
    'get',
    '/users/{uid}/connections',
    { answer: z.array(connectionEntrySchema), says: 'Your connections, newest lastmessage first' },
    ({ uid }) => listConnections(context.pool, uid),
  );
  return api;
}
