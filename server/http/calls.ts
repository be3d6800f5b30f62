import { createRoute, type OpenAPIHono, type RouteConfig } from '@hono/zod-openapi';
import type { Context as HonoContext, MiddlewareHandler } from 'hono';
import { createMiddleware } from 'hono/factory';
import { z } from 'zod';
import { doneSchema } from '#contract/account.ts';
import { ProductError } from '#contract/errors.ts';
import { uidSchema } from '#contract/inputs.ts';
import type { Identity, SignedInPerson } from '#server/features/identity/index.ts';
import type { FairQueue, LeasedLimit, Limit, Limits } from '#server/limits/index.ts';
import { type ApiEnvironment, createApi } from './api.ts';
import { jsonBody, responses } from './describe-call.ts';
import { takeUntilRead, type UnreadAnswers } from './unread-answers.ts';

/** What a call takes and answers, which is also its description in `/api/openapi.json`. */
type Call<Params, Query, Body, Answer> = {
  params?: z.ZodObject & z.ZodType<Params>;
  query?: z.ZodObject & z.ZodType<Query>;
  body?: z.ZodType<Body>;
} & (
  | {
      says: string;
      answer?: z.ZodType<Answer>;
    }
  | { responses: RouteConfig['responses'] }
);

interface Given<Params, Query, Body> {
  params: Params;
  query: Query;
  body: Body;
  network: string;
  c: HonoContext<ApiEnvironment>;
}

export interface ByPerson {
  uid: string;
  person: SignedInPerson;
}

type MaybePromise<T> = T | Promise<T>;

type Add<Extra> = <Params = undefined, Query = undefined, Body = undefined, Answer = void>(
  method: 'get' | 'post' | 'put' | 'patch' | 'delete',
  path: string,
  call: Call<Params, Query, Body, Answer>,
  handle: (given: Given<Params, Query, Body> & Extra) => MaybePromise<NoInfer<Answer> | Response>,
) => void;

export interface Calls {
  api: OpenAPIHono<ApiEnvironment>;
  /** Of a signed-in person. @throws {ProductError} not_signed_in, to others */
  signedIn: Add<ByPerson>;
  /** About themselves: `{uid}` in the path, which `params` need not hold. @throws {ProductError} not_found, for another's uid */
  own: Add<ByPerson>;
  /** As `own`, and counted for the person first. @throws {ProductError} too_many */
  ownWithin(limit: Limit | LeasedLimit): Add<ByPerson>;
  open: Add<unknown>;
}

/** As long as for a connection of the database. */
export const waitForTurn = () => AbortSignal.timeout(10_000);

/** What changes or answers a call for help, or keeps a person safe, waits for no other person. */
const URGENT = [
  '/asks/',
  '/info/mood$',
  '/controls$',
  '/blocks/',
  '/devices',
  '/check-in/answer$',
  '/check-ins/',
  '^delete .*/check-in$',
  '/push/calls$',
  '^delete .*/connections/',
  '/delete$',
];
/** These wait for a slow caller or another service, or have a queue of their own: in a turn they would hold up others. */
const WITHOUT_TURN = [
  '/photos/',
  '^put .*/photo$',
  '/messages(/search|/read)?$',
  '/users/search$',
  '/push/(test|topic)$',
  '/phone/code$',
];

/** Few calls at once reach the database: a flood of one payer's leaves connections for others. */
export interface Turns {
  reads: FairQueue;
  writes: FairQueue;
  /** One call of a person at a time, those about asks and moods apart: in the database each that waits holds a connection. */
  urgent: FairQueue;
}

function turnOfWrite(call: string): 'urgent' | 'writes' | undefined {
  const isOneOf = (patterns: string[]) => new RegExp(patterns.join('|')).test(call);
  if (isOneOf(WITHOUT_TURN)) return;
  return isOneOf(URGENT) ? 'urgent' : 'writes';
}

interface Needs {
  identity: Identity;
  limits: Limits;
  turns: Turns;
  unreadAnswers: UnreadAnswers;
}

export function createCalls({ identity, limits, turns, unreadAnswers }: Needs): Calls {
  const api = createApi();
  const addWith =
    (middleware: MiddlewareHandler<ApiEnvironment>[]): Add<ByPerson> =>
    (method, path, { params, query, body, ...call }, handle) => {
      const request = { ...(params && { params }), ...(query && { query }), ...(body && { body: jsonBody(body) }) };
      const described = 'responses' in call ? call.responses : responses(call.answer ?? doneSchema, call.says);
      const turnOfRead = 'responses' in call ? undefined : 'reads';
      const turn = method === 'get' ? turnOfRead : turnOfWrite(`${method} ${path}`);
      const handler = async (c: HonoContext<ApiEnvironment>) => {
        const valid = (from: string) => c.req.valid(from as never);
        const { network, person } = c.var;
        const given = { params: valid('param'), query: valid('query'), body: valid('json'), network, c };
        const run = async () => handle({ ...given, person, uid: person?.uid });
        const payer = person?.payer ?? network;
        // Visitors' writes have limits of their network, and no payer.
        const queue = turn && (person || turn === 'reads') ? turns[turn] : undefined;
        const whose = turn === 'urgent' ? `${person?.uid} ${/asks|mood$/.exec(path)}` : payer;
        const answer = await (queue ? queue.run(whose, run, waitForTurn()) : run());
        if (answer instanceof Response) return answer;
        const text = JSON.stringify(answer === undefined ? { ok: true } : answer);
        const bytes = Buffer.byteLength(text);
        takeUntilRead(unreadAnswers, c, [payer], bytes);
        // The length lets small answers stay as they are, and large ones be compressed.
        return c.body(text, 200, { 'content-type': 'application/json', 'content-length': `${bytes}` });
      };
      api.openapi(createRoute({ method, path, middleware, request, responses: described }), handler as never);
    };

  const signedIn = addWith([requirePerson(identity)]);
  const own: Add<ByPerson> = (method, path, call, handle) =>
    signedIn(method, path, { ...call, params: withUid(call.params) }, (given) => {
      if (given.params.uid !== given.uid) throw new ProductError('not_found');
      return handle(given);
    });
  const ownWithin =
    (limit: Limit | LeasedLimit): Add<ByPerson> =>
    (method, path, call, handle) =>
      own(method, path, call, async (given) => {
        await ('leaseSize' in limit ? limits.consume(limit, given.uid) : limits.count([limit, given.uid]));
        return handle(given);
      });
  return { api, open: addWith([]) as Calls['open'], signedIn, own, ownWithin };
}

function withUid<Params>(others?: z.ZodObject & z.ZodType<Params>): z.ZodObject & z.ZodType<Params & { uid: string }> {
  return z.object({ uid: uidSchema, ...others?.shape }) as never;
}

/** Lets only signed-in people through, and sets `person` (spec §6, §8). */
function requirePerson(identity: Identity) {
  return createMiddleware<ApiEnvironment>(async (c, next) => {
    // No person is there when a notification is shown.
    const person = await identity.findPerson(c.req.header('cookie'), !c.req.path.endsWith('/push/reached'));
    if (!person) throw new ProductError('not_signed_in');
    c.set('person', person);
    await next();
    for (const cookie of person.renewedCookies) c.header('set-cookie', cookie, { append: true });
  });
}
