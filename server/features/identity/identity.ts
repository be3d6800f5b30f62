import { isAPIError } from 'better-auth/api';
import type pg from 'pg';
import type { Logger } from 'pino';
import { ProductError } from '#contract/errors.ts';
import { en, type Words } from '#languages';
import type { Config } from '#server/config.ts';
import { createBatchLoader } from '#server/database/batch-loader.ts';
import type { Limits } from '#server/limits/index.ts';
import type { SecurityLog } from '#server/logging/security-log.ts';
import { CLIENT_ADDRESS_HEADER } from '#server/network/client-address.ts';
import { createRegisterPasskey } from './passkeys/register-passkey.ts';
import { createPasswordHashing } from './passwords/password-hashing.ts';
import { GET_SESSION } from './provider/allowed-calls.ts';
import { createProvider } from './provider/create-provider.ts';
import { translateRefusal, wordsOfRefusal } from './provider/refusals.ts';
import { accountsOfDevice, knownDeviceCookie } from './rate-limits/device-cookie.ts';
import { unlinkProvider } from './recovery/other-ways-in.ts';
import { type Reset, resetPassword } from './recovery/reset-password.ts';
import { type BeforeRemoval, removePerson } from './remove-person.ts';
import { answerSession } from './sessions/answer-session.ts';
import { createFindPerson, type SignedInPerson } from './sessions/find-person.ts';
import { forProvider, signedToken } from './sessions/session-cookie.ts';
import { endSessions, findSessions } from './sessions/session-store.ts';

export type Identity = ReturnType<typeof createIdentity>;

/** A browser whose socket closes looks its session up: by then the cookie of the new one must have arrived. */
const REPLACED_DELAY_MS = 1_000;

export function createIdentity(dependencies: {
  config: Config;
  pool: pg.Pool;
  helpPool: pg.Pool;
  providerPool: pg.Pool;
  limits: Limits;
  securityLog: SecurityLog;
  log: Logger;
  /** @param email of an account that the other provider opens from now on, and that was there before */
  onLinked(email: string): void;
}) {
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

  const findPerson = createFindPerson(provider, dependencies.helpPool);
  const findSession = createBatchLoader((tokens: string[]) => findSessions(dependencies.helpPool, tokens, 0));

  return {
    /** Answers the calls under /api/identity. @throws {ProductError} too_many; unavailable, when the provider failed */
    async handle(request: Request, t: Words = en): Promise<Response> {
      if (new URL(request.url).pathname.endsWith(GET_SESSION))
        return answerSession(await findPerson(request.headers.get('cookie')), dependencies.pool);
      const cookies = request.headers.get('cookie');
      // Of a call with cookies, even empty ones, the provider demands an Origin.
      if (cookies !== null) request.headers.set('cookie', forProvider(cookies));
      const address = request.headers.get(CLIENT_ADDRESS_HEADER) ?? '';
      const answer = await hashing.runCall({ address, signal: request.signal }, () => provider.handler(request));
      if (answer.status >= 500) {
        dependencies.log.error({ answer: await answer.text() }, 'the identity provider failed');
        throw new ProductError('unavailable');
      }
      return translateRefusal(answer, t);
    },
    findPerson,
    /** The token of a signed session cookie, without a query. The session may have ended; other cookies are signed alike. */
    async tokenIn(cookies: string | undefined): Promise<string | undefined> {
      if (!cookies) return;
      const { authCookies, secret } = await provider.$context;
      return signedToken(cookies, authCookies.sessionToken.name, secret);
    },
    /** Whose session has this token; undefined when none has. */
    ownerOf: async (token: string): Promise<string | undefined> => (await findSession(token))?.uid,
    /** @param address for the log and the queue @throws {ProductError} invalid in the provider's words, too_many, unavailable */
    async checkPassword(cookies: string | null | undefined, password: string, address: string): Promise<void> {
      const headers = new Headers({ cookie: forProvider(cookies), [CLIENT_ADDRESS_HEADER]: address });
      try {
        await hashing.runCall({ address }, () => provider.api.verifyPassword({ body: { password }, headers }));
      } catch (error) {
        throw isAPIError(error)
          ? new ProductError('invalid', wordsOfRefusal(error.body) ?? (() => error.message))
          : error;
      }
    },
    /** Ends all sessions. @returns the known-device cookie; undefined when the link or code has ended */
    async resetPassword(
      { password, ...reset }: Omit<Reset, 'passwordHash'> & { password: string },
      cookies: string | null | undefined,
    ): Promise<string | undefined> {
      const passwordHash = await hashing.runCall({ account: reset.uid }, () => hashing.hash(password));
      const credentialVersion = await resetPassword(dependencies.pool, { ...reset, passwordHash });
      if (!credentialVersion) return;
      notifyEnded(reset.uid);
      return knownDeviceCookie(await provider.$context, cookies, credentialVersion);
    },
    knownAccounts: async (cookies: string | null | undefined) => accountsOfDevice(await provider.$context, cookies),
    registerPasskey: createRegisterPasskey(provider),
    async endSessions(uid: string, sessionId?: string): Promise<void> {
      await endSessions(dependencies.pool, uid, sessionId);
      notifyEnded(uid);
    },
    /** @param sessionId which goes on @throws {ProductError} invalid without a password */
    async unlinkProvider(uid: string, sessionId: string): Promise<void> {
      await unlinkProvider(dependencies.pool, uid, sessionId);
      notifyEnded(uid);
    },
    /** @throws {ProductError} not_signed_in, when the session has ended */
    async removePerson(
      { uid, sessionId }: Pick<SignedInPerson, 'uid' | 'sessionId'>,
      before: BeforeRemoval,
    ): Promise<void> {
      await removePerson(dependencies.providerPool, { uid, sessionId }, before);
      notifyEnded(uid);
    },
    /** Another process has ended sessions of this person in the database. */
    reportSessionsEnded: notifyEnded,
    /** Calls the listener when one or all of a person's sessions ended in this process. */
    onSessionsEnded: (listener: (uid: string) => void) => void listeners.push(listener),
  };
}
