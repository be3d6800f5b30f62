import type { Context, MiddlewareHandler } from 'hono';
import type { Identity } from '#server/features/identity/index.ts';
import { WEBHOOKS } from '#server/features/texts/index.ts';
import type { ApiEnvironment } from '#server/http/api.ts';
import { RateLimitExceeded } from '#server/limits/index.ts';

/** A network's are enough for a hundred people of a school who open the app at once, and then log in, by two calls each. */
const BOUNDS = { person: 1_000, network: 2_000, logIns: 300, seconds: 10 };
const MOST_SESSIONS = 50_000;
/** A call counts once more for each: a page of long messages is up to 3 MB, which takes 13 ms to write. */
const BYTES_OF_A_CALL = 32 * 1024;

/** What carries a call for help or an answer to one, and what a gateway reports. */
const EXEMPT = new RegExp(
  `^(${[
    'PUT /api/users/[^/]+/info/mood',
    'PUT /api/asks/[^/]+/answer',
    'POST /api/asks/link/answer',
    'POST /api/texts/[^/]+/status',
    ...Object.values(WEBHOOKS).map((path) => `POST ${path}`),
  ].join('|')})$`,
);

/** Counted by themselves, so that no other calls of a network keep people from logging in. */
const LOG_IN = /^\/api\/identity\/(sign-in|passkey|oidc)\//;

/** Counts a call. @returns takes whose session it was, null when it has ended, and the answer's size @throws RateLimitExceeded */
export type CountCall = (
  c: Context<ApiEnvironment>,
) => Promise<(uid: string | null | undefined, bytes?: number) => void>;

/** Counts the calls of people and networks. A flood within seconds is refused before it costs a query. */
export function createCallCount(
  { tokenIn, ownerOf, knownAccounts }: Pick<Identity, 'tokenIn' | 'ownerOf' | 'knownAccounts'>,
  bounds = BOUNDS,
): CountCall {
  /** By signed cookie: its person, or the network of one that is no session's. */
  const owners = new Map<string, string>();
  let counts = new Map<string, number>();
  let endsAt = 0;

  function keepOwner(token: string, owner: string): void {
    owners.set(token, owner);
    if (owners.size > MOST_SESSIONS) owners.delete(owners.keys().next().value!);
  }

  /** A browser that has been signed in before logs in also when others have used up its network's log-ins. */
  async function whoLogsIn(c: Context<ApiEnvironment>): Promise<string> {
    const [account] = await knownAccounts(c.req.header('cookie'));
    return `log-in ${account?.credentialVersion ?? c.var.network}`;
  }

  return async (c) => {
    const token = await tokenIn(c.req.header('cookie'));
    const now = performance.now();
    if (now >= endsAt) {
      counts = new Map();
      endsAt = now + bounds.seconds * 1_000;
    }
    const { network } = c.var;
    const isLogIn = LOG_IN.test(c.req.path);
    const isTooMany = (who: string, bound: number) => {
      const calls = (counts.get(who) ?? 0) + 1;
      counts.set(who, calls);
      return calls > bound && !EXEMPT.test(`${c.req.method} ${c.req.path}`);
    };
    const isTooManyOf = (who: string) => isTooMany(who, who === network ? bounds.network : bounds.person);
    const known = token && owners.get(token);
    // One account can get device cookies without end, so all log-ins of a network have a bound together.
    let isRefused = isLogIn
      ? isTooMany(await whoLogsIn(c), bounds.logIns) || isTooMany(`log-ins of ${network}`, bounds.network)
      : isTooManyOf(known || network);
    // The cookie is signed, so no caller can invent many: one query for each.
    if (isRefused && !isLogIn && token && !known) {
      keepOwner(token, (await ownerOf(token)) ?? network);
      isRefused = isTooManyOf(owners.get(token)!);
    }
    if (isRefused) throw new RateLimitExceeded((t) => t.tooManyCalls, (endsAt - now) / 1_000);
    return (uid, bytes = 0) => {
      const owner = uid === null ? network : uid;
      const more = Math.floor(bytes / BYTES_OF_A_CALL);
      if (more > 0) counts.set(owner ?? network, (counts.get(owner ?? network) ?? 0) + more);
      if (token && owner !== undefined && owners.get(token) !== owner) keepOwner(token, owner);
    };
  };
}

export function boundCalls(count: CountCall): MiddlewareHandler<ApiEnvironment> {
  return async (c, next) => {
    const keepOwner = await count(c);
    await next();
    const isJson = c.res.headers.get('content-type') === 'application/json';
    const bytes = isJson ? Number(c.res.headers.get('content-length')) : 0;
    keepOwner(c.res.status === 401 ? null : c.var.person?.uid, bytes);
  };
}
