import { isAPIError } from 'better-auth/api';
import type pg from 'pg';
import type { Logger } from 'pino';
import { ProductError } from '#contract/errors.ts';
import type { Config } from '#server/config.ts';
import type { Limits } from '#server/limits/index.ts';
import type { SecurityLog } from '#server/logging/security-log.ts';
import { CLIENT_ADDRESS_HEADER } from '#server/network/client-address.ts';
import { createRegisterPasskey, type RegisterPasskey } from './passkeys/register-passkey.ts';
import { createPasswordHashing } from './passwords/password-hashing.ts';
import { GET_SESSION } from './provider/allowed-calls.ts';
import { createProvider } from './provider/create-provider.ts';
import type { KnownAccount } from './rate-limits/device-cookie.ts';
import { knownAccounts, knownDeviceCookie } from './recovery/known-device-cookie.ts';
import { type Reset, resetPassword } from './recovery/reset-password.ts';
import { type BeforeRemoval, removePerson } from './remove-person.ts';
import { createAnswerSession } from './sessions/answer-session.ts';
import { createFindPerson, type FindPerson, type SignedInPerson } from './sessions/find-person.ts';
import { createSessionCookie } from './sessions/session-cookie.ts';
import { endSessions } from './sessions/session-store.ts';

/** The identity provider, as the rest of the server uses it. */
export interface Identity {
  /** Answers the calls under /api/identity. @throws {ProductError} too_many; unavailable, when the provider failed */
  handle(request: Request): Promise<Response>;
  findPerson: FindPerson;
  /** The token of the session cookie among these, if this server signed it: without a query, so the session may have ended. */
  tokenIn(cookies: string | undefined): Promise<string | undefined>;
  /**
   * Of the person of the session in these cookies.
   * @param address of the caller, for the log and the queue of its network
   * @throws {ProductError} invalid, with the provider's message; too_many, unavailable
   */
  checkPassword(cookies: string | null | undefined, password: string, address: string): Promise<void>;
  /**
   * Stores a new password and ends all sessions. `checkNewPassword` comes first.
   * @param cookies of the call
   * @returns the cookie that makes this browser a known device of the account; undefined when the link or the code has ended
   */
  resetPassword(
    reset: Omit<Reset, 'passwordHash'> & { password: string },
    cookies: string | null | undefined,
  ): Promise<string | undefined>;
  /** The accounts that have signed in in the browser with these cookies. */
  knownAccounts(cookies: string | null | undefined): Promise<KnownAccount[]>;
  registerPasskey: RegisterPasskey;
  endSessions(uid: string, sessionId?: string): Promise<void>;
  /**
   * Removes a person who asked for it in this session.
   * @throws {ProductError} not_signed_in, when that session has ended meanwhile
   */
  removePerson(person: Pick<SignedInPerson, 'uid' | 'sessionId'>, before: BeforeRemoval): Promise<void>;
  /** Another process has ended sessions of this person in the database. */
  reportSessionsEnded(uid: string): void;
  /** Calls the listener when one or all of a person's sessions ended in this process. */
  onSessionsEnded(listener: (uid: string) => void): void;
}

/** A browser whose socket closes looks its session up: by then the cookie of the new one must have arrived. */
const REPLACED_DELAY_MS = 1_000;

export function createIdentity(dependencies: {
  config: Config;
  pool: pg.Pool;
  providerPool: pg.Pool;
  limits: Limits;
  securityLog: SecurityLog;
  log: Logger;
}): Identity {
  const listeners: ((uid: string) => void)[] = [];
  const notifyEnded = (uid: string) => {
    for (const listener of listeners) listener(uid);
  };
  const hashing = createPasswordHashing(dependencies.config.rateLimits);
  const provider = createProvider({
    ...dependencies,
    hashing,
    onSessionsEnded(uid, isReplaced) {
      if (isReplaced) setTimeout(notifyEnded, REPLACED_DELAY_MS, uid).unref();
      else notifyEnded(uid);
    },
  });

  const findPerson = createFindPerson(provider, dependencies.pool);
  const answerSession = createAnswerSession(findPerson, dependencies.pool);

  return {
    async handle(request) {
      if (new URL(request.url).pathname.endsWith(GET_SESSION)) return answerSession(request.headers.get('cookie'));
      const address = request.headers.get(CLIENT_ADDRESS_HEADER) ?? '';
      const answer = await hashing.runCall({ address, signal: request.signal }, () => provider.handler(request));
      if (answer.status >= 500) {
        dependencies.log.error({ answer: await answer.text() }, 'the identity provider failed');
        throw new ProductError('unavailable');
      }
      return answer;
    },
    findPerson,
    async tokenIn(cookies) {
      if (!cookies) return;
      const { authCookies, secret } = await provider.$context;
      return createSessionCookie(authCookies.sessionToken.name, secret).tokenIn(cookies);
    },
    async checkPassword(cookies, password, address) {
      const headers = new Headers({ cookie: cookies ?? '', [CLIENT_ADDRESS_HEADER]: address });
      try {
        await hashing.runCall({ address }, () => provider.api.verifyPassword({ body: { password }, headers }));
      } catch (error) {
        throw isAPIError(error) ? new ProductError('invalid', error.message) : error;
      }
    },
    async resetPassword({ password, ...reset }, cookies) {
      const passwordHash = await hashing.runCall({ account: reset.uid }, () => hashing.hash(password));
      const credentialVersion = await resetPassword(dependencies.pool, { ...reset, passwordHash });
      if (!credentialVersion) return;
      notifyEnded(reset.uid);
      return knownDeviceCookie(provider, cookies, credentialVersion);
    },
    knownAccounts: (cookies) => knownAccounts(provider, cookies),
    registerPasskey: createRegisterPasskey(provider),
    async endSessions(uid, sessionId) {
      await endSessions(dependencies.pool, uid, sessionId);
      notifyEnded(uid);
    },
    async removePerson({ uid, sessionId }, before) {
      await removePerson(dependencies.providerPool, { uid, sessionId }, before);
      notifyEnded(uid);
    },
    reportSessionsEnded: notifyEnded,
    onSessionsEnded: (listener) => void listeners.push(listener),
  };
}
