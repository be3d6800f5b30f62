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
import { keepSessionCookie } from './provider/session-hooks.ts';
import { removePerson } from './remove-person.ts';
import { createSessionCookie } from './sessions/session-cookie.ts';
import { endSessions, findSessions } from './sessions/session-store.ts';

export interface SignedInPerson {
  uid: string;
  displayName: string;
  sessionId: string;
  /** Whether the account is younger than a day: it has stricter limits. */
  isNew: boolean;
  /** The Set-Cookie headers of a session that was just renewed. Callers add them to their answer. */
  renewedCookies: readonly string[];
}

/** The identity provider, as the rest of the server uses it. */
export interface Identity {
  /** Answers the calls under /api/identity. @throws {ProductError} too_many; unavailable, when the provider failed */
  handle(request: Request): Promise<Response>;
  /** The person of the session in a Cookie header; null when signed out. */
  findPerson(cookies: string | null | undefined): Promise<SignedInPerson | null>;
  /**
   * Checks the password of the person of the session in these cookies.
   * @param address of the caller, for the log and the queue of its network
   * @throws {ProductError} invalid, with the provider's message; too_many, unavailable
   */
  checkPassword(cookies: string | null | undefined, password: string, address: string): Promise<void>;
  /** Ends one session of a person, or all. */
  endSessions(uid: string, sessionId?: string): Promise<void>;
  /**
   * Removes a person, who asked for it in this session, and ends all their sessions.
   * @throws {ProductError} not_signed_in, when that session has ended meanwhile
   */
  removePerson(person: Pick<SignedInPerson, 'uid' | 'sessionId'>): Promise<void>;
  /** Calls the listener when one or all of a person's sessions ended in this process. */
  onSessionsEnded(listener: (uid: string) => void): void;
}

/**
 * Delays closing the sockets of a replaced session. A browser whose socket closes looks its session up, and by then the
 * cookie of the new session must have arrived.
 */
const REPLACED_DELAY_MS = 1_000;

export function createIdentity(parts: {
  config: Config;
  db: Kysely<Database>;
  pool: pg.Pool;
  /** The same database, for long statements. */
  patientDb: Kysely<Database>;
  limits: Limits;
  securityLog: SecurityLog;
  log: Logger;
}): Identity {
  const listeners: ((uid: string) => void)[] = [];
  const notifyEnded = (uid: string) => {
    for (const listener of listeners) listener(uid);
  };
  const hashing = createPasswordHashing(parts.config.rateLimits);
  const auth = createProvider({
    ...parts,
    hashing,
    onSessionsEnded(uid, isReplaced) {
      if (isReplaced) setTimeout(notifyEnded, REPLACED_DELAY_MS, uid).unref();
      else notifyEnded(uid);
    },
  });
  const ready = auth.$context.then(({ authCookies, secret, sessionConfig: { expiresIn, updateAge } }) => ({
    cookie: createSessionCookie(authCookies.sessionToken.name, secret),
    findSession: createBatchLoader((tokens: string[]) => findSessions(parts.pool, tokens, expiresIn - updateAge)),
  }));
  // Callers await `ready`; this avoids an unhandled rejection.
  ready.catch(() => {});

  /** Lets the provider remove an expired session, or renew one that is due. */
  async function renewSession(cookie: string): Promise<SignedInPerson | null> {
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
      const answer = await hashing.runCall(network, () => auth.handler(request));
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
      return isFresh ? { sessionId, uid, displayName, isNew, renewedCookies: [] } : renewSession(cookies);
    },
    async checkPassword(cookies, password, address) {
      const headers = new Headers({ cookie: cookies ?? '', [CLIENT_ADDRESS_HEADER]: address });
      try {
        await hashing.runCall(clientNetwork(address), () => auth.api.verifyPassword({ body: { password }, headers }));
      } catch (error) {
        throw isAPIError(error) ? new ProductError('invalid', error.message) : error;
      }
    },
    async endSessions(uid, sessionId) {
      await endSessions(parts.pool, uid, sessionId);
      notifyEnded(uid);
    },
    async removePerson({ uid, sessionId }) {
      await removePerson(parts.patientDb, uid, sessionId);
      notifyEnded(uid);
    },
    onSessionsEnded: (listener) => void listeners.push(listener),
  };
}
