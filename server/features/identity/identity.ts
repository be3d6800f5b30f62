import { isAPIError } from 'better-auth/api';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Logger } from 'pino';
import { ProductError } from '#contract/errors.ts';
import type { Config } from '#server/config.ts';
import { createBatchLoader } from '#server/database/batch-loader.ts';
import type { Database } from '#server/database/schema.ts';
import type { Limits } from '#server/limits/index.ts';
import type { SecurityLog } from '#server/logging/security-log.ts';
import { CLIENT_ADDRESS_HEADER } from '#server/network/client-address.ts';
import { clientNetwork } from '#server/network/client-network.ts';
import { createPasswordHashing } from './passwords/password-hashing.ts';
import { createProvider } from './provider/create-provider.ts';
import { keepSessionCookie } from './provider/keep-session-cookie.ts';
import { removePerson } from './remove-person.ts';
import { endSessions } from './sessions/end-sessions.ts';
import { createSessionCookie } from './sessions/session-cookie.ts';
import { findSessions } from './sessions/session-store.ts';

/** Who a session belongs to. */
export interface SignedInPerson {
  uid: string;
  displayName: string;
  sessionId: string;
  /** Whether the account is younger than a day: then less is allowed. */
  isNew: boolean;
  /** The Set-Cookie headers of a session that was renewed just now: they belong into the answer. */
  renewedCookies: readonly string[];
}

/** The identity provider, as the rest of the server uses it. */
export interface Identity {
  /**
   * Answers every call under /api/identity.
   * @throws {ProductError} unavailable, when the provider itself failed; too_many
   */
  handle(request: Request): Promise<Response>;
  /**
   * The person whose session these cookies bear; null when nobody is signed in.
   * @param cookies the Cookie header
   */
  findPerson(cookies: string | null | undefined): Promise<SignedInPerson | null>;
  /**
   * Holds a password against that of the person whose session these cookies bear.
   * @param address where the call came from, for the log; those that hash a password have their turn by network
   * @throws {ProductError} invalid, in the provider's words; too_many, unavailable
   */
  checkPassword(cookies: string | null | undefined, password: string, address: string): Promise<void>;
  /** Signs a person out: of one session, or of all. */
  endSessions(uid: string, only?: string): Promise<void>;
  /**
   * Removes a person for good, who asks for it in a session of theirs, and signs them out of all.
   * @throws {ProductError} not_signed_in, when that session has ended meanwhile
   */
  removePerson(person: Pick<SignedInPerson, 'uid' | 'sessionId'>): Promise<void>;
  /** Tells whose sessions (one of them, or all) ended through this process. */
  onSessionsEnded(listener: (uid: string) => void): void;
}

/**
 * A browser whose socket is closed looks at its session. When a new session replaces the old one, its cookie is to be
 * there by then.
 */
const COOKIE_ARRIVES_MS = 1_000;

export function createIdentity(parts: {
  config: Config;
  db: Kysely<Database>;
  pool: pg.Pool;
  /** The same database, for what may take long. */
  patientDb: Kysely<Database>;
  limits: Limits;
  securityLog: SecurityLog;
  log: Logger;
}): Identity {
  const listeners: ((uid: string) => void)[] = [];
  const tellEnded = (uid: string) => {
    for (const listener of listeners) listener(uid);
  };
  const hashing = createPasswordHashing(parts.config.rateLimits);
  const auth = createProvider({
    ...parts,
    hashing,
    onSessionsEnded(uid, isReplaced) {
      if (isReplaced) setTimeout(tellEnded, COOKIE_ARRIVES_MS, uid).unref();
      else tellEnded(uid);
    },
  });
  const ready = auth.$context.then(({ authCookies, secret, sessionConfig: { expiresIn, updateAge } }) => ({
    cookie: createSessionCookie(authCookies.sessionToken.name, secret),
    findSession: createBatchLoader((tokens: string[]) => findSessions(parts.pool, tokens, expiresIn - updateAge)),
  }));
  // Whoever asks is told; nobody may ask.
  ready.catch(() => {});

  /** What the provider says of a session that has run out (it is removed) or is due for renewal (it is renewed). */
  async function askProvider(cookie: string): Promise<SignedInPerson | null> {
    const { headers, response: found } = await auth.api.getSession({
      headers: new Headers({ cookie }),
      returnHeaders: true,
    });
    if (!found) return null;
    const { user, session } = found;
    return {
      uid: user.id,
      displayName: user.name,
      sessionId: session.id,
      // A session that is due for renewal is older than that.
      isNew: false,
      renewedCookies: headers.getSetCookie(),
    };
  }

  return {
    async handle(request) {
      const network = clientNetwork(request.headers.get(CLIENT_ADDRESS_HEADER) ?? '');
      const answer = await hashing.around(network, () => auth.handler(request));
      if (answer.status >= 500) {
        parts.log.error({ answer: await answer.text() }, 'the identity provider failed');
        throw new ProductError('unavailable');
      }
      return keepSessionCookie(request, answer);
    },
    async findPerson(cookies) {
      if (!cookies) return null;
      const { cookie, findSession } = await ready;
      const token = cookie.tokenIn(cookies);
      const session = token && (await findSession(token));
      if (!session) return null;
      const { sessionId, uid, displayName, isNew, isFresh } = session;
      return isFresh ? { sessionId, uid, displayName, isNew, renewedCookies: [] } : askProvider(cookies);
    },
    async checkPassword(cookies, password, address) {
      const headers = new Headers({ cookie: cookies ?? '', [CLIENT_ADDRESS_HEADER]: address });
      try {
        await hashing.around(clientNetwork(address), () => auth.api.verifyPassword({ body: { password }, headers }));
      } catch (error) {
        throw isAPIError(error) ? new ProductError('invalid', error.message) : error;
      }
    },
    async endSessions(uid, only) {
      await endSessions(parts.pool, uid, only);
      tellEnded(uid);
    },
    async removePerson({ uid, sessionId }) {
      await removePerson(parts.patientDb, uid, sessionId);
      tellEnded(uid);
    },
    onSessionsEnded: (listener) => void listeners.push(listener),
  };
}
