import { type BetterAuthOptions, betterAuth } from 'better-auth';
import type pg from 'pg';
import type { Logger } from 'pino';
import { FIRST_MOOD } from '#contract/moods.ts';
import type { Config } from '#server/config.ts';
import type { Limits } from '#server/limits/index.ts';
import type { SecurityLog } from '#server/logging/security-log.ts';
import { CLIENT_ADDRESS_HEADER } from '#server/network/client-address.ts';
import { oidcPlugin } from '../oidc/oidc-plugin.ts';
import { passkeyHooks, passkeyPlugin } from '../passkeys/passkey-plugin.ts';
import { PASSWORD_LENGTH, type PasswordHashing } from '../passwords/password-hashing.ts';
import { passwordRules } from '../passwords/password-rules.ts';
import { renewImportedPassword } from '../passwords/renew-imported-password.ts';
import { tellNoPassword } from '../passwords/tell-no-password.ts';
import { limitPasskeys, limitProfileChanges } from '../rate-limits/limit-calls.ts';
import { limitPasswordAttempts } from '../rate-limits/limit-password-attempts.ts';
import { endFurtherSessions } from '../sessions/session-store.ts';
import { refuseSuspended } from '../suspend.ts';
import { admitSignUp, countSignUps, createAdmission } from './admit-sign-up.ts';
import { SIGN_INS } from './allowed-calls.ts';
import { credentialVersionPlugins } from './credential-version.ts';
import { guardNumber } from './guard-number.ts';
import { logWrongPasswords } from './log-wrong-passwords.ts';
import { replaceSession, sessionHooks } from './session-hooks.ts';
import { signUpErrors } from './sign-up.ts';
import { userHooks } from './user-hooks.ts';
import { allowedFields, validateBody } from './validate-fields.ts';

interface Dependencies {
  config: Config;
  pool: pg.Pool;
  providerPool: pg.Pool;
  limits: Limits;
  hashing: PasswordHashing;
  securityLog: SecurityLog;
  log: Logger;
  onLinked(email: string): void;
  /** @param isReplaced the answer to this call sets the cookie of a new session */
  onSessionsEnded(uid: string, isReplaced: boolean): void;
}

const DAY = 24 * 60 * 60;

/** The identity provider: email and password, sessions in PostgreSQL, cookies that no script can read (spec §7). */
export function createProvider(dependencies: Dependencies) {
  const { config, pool, providerPool, limits, hashing, securityLog, log, onSessionsEnded, onLinked } = dependencies;
  const admission = createAdmission({ config, pool, limits });
  return betterAuth({
    appName: 'Moodring',
    baseURL: config.appUrl,
    basePath: '/api/identity',
    secret: config.authSecret,
    trustedOrigins: [...config.trustedOrigins],
    database: providerPool,
    telemetry: { enabled: false },
    // Unexpected errors are thrown and logged once by the HTTP layer; the provider's logger would also print refusals.
    logger: { disabled: true },
    onAPIError: { throw: true, errorURL: `${config.appUrl}/login` },
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
      password: { hash: hashing.hash, verify: hashing.verify },
    },
    session: {
      modelName: 'sessions',
      fields: {
        ...TIMES,
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
      },
      additionalFields: { credentialVersion: ownColumn('generation') },
      expiresIn: 60 * DAY,
      updateAge: DAY,
      // Adding a passkey would need a session of the last day. Our own call asks for the password instead.
      freshAge: 0,
    },
    account: {
      modelName: 'accounts',
      fields: {
        ...TIMES,
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
      },
      additionalFields: { credentialVersion: ownColumn('generation') },
      // The state of a log-in by OpenID Connect. A stranger could fill a table with such rows.
      storeStateStrategy: 'cookie',
      updateAccountOnSignIn: false,
    },
    verification: { modelName: 'verifications', fields: { ...TIMES, expiresAt: 'expires_at' } },
    user: {
      modelName: 'users',
      fields: { ...TIMES, emailVerified: 'email_verified' },
      additionalFields: {
        firstname: { type: 'string', required: true },
        lastname: { type: 'string', required: true },
        phonenumber: { type: 'string', required: false, defaultValue: '' },
        initials: { type: 'string', required: false, input: false },
        mood: { type: 'string', required: false, input: false, defaultValue: FIRST_MOOD },
        phoneE164: ownColumn('phone_e164'),
        phoneKey: ownColumn('phone_key'),
        phoneDialled: ownColumn('phone_dialled'),
        phoneRestriction: ownColumn('phone_restriction'),
        signUpNetwork: ownColumn('sign_up_network'),
        language: ownColumn('language'),
        inviteCode: { type: 'string', required: false, returned: false, fieldName: 'invite_code' },
      },
    },
    plugins: [
      ...admitSignUp(admission),
      validateBody,
      ...signUpErrors,
      allowedFields,
      ...credentialVersionPlugins(providerPool, (uid) => onSessionsEnded(uid, true)),
      replaceSession,
      ...limitPasswordAttempts(limits, hashing),
      limitPasskeys(limits),
      limitProfileChanges(limits),
      guardNumber(pool, limits, hashing, securityLog),
      passwordRules,
      countSignUps(admission),
      hashing.plugin,
      renewImportedPassword(pool, hashing),
      refuseSuspended(pool),
      passkeyPlugin(config, pool),
      ...passkeyHooks,
      oidcPlugin({ config, pool, limits, admission, securityLog, log, onLinked }),
      tellNoPassword(pool),
      ...sessionHooks,
      logWrongPasswords(securityLog),
    ],
    databaseHooks: {
      user: userHooks(config),
      session: {
        create: {
          // There is none when its credential version has ended.
          async after(made: { userId: string } | null) {
            if (made && (await endFurtherSessions(pool, made.userId))) onSessionsEnded(made.userId, true);
          },
        },
        delete: {
          after: async ({ userId }, call) => onSessionsEnded(userId, SIGN_INS.includes(call?.path ?? '')),
        },
      },
    },
    // Ours count in the database, for all nodes, and know the browser.
    rateLimit: { enabled: false },
    advanced: {
      database: { generateId: () => crypto.randomUUID() },
      ...cookieRules(config.appUrl.startsWith('https:')),
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
  } satisfies BetterAuthOptions);
}

/** A column that only our hooks set, and no answer has. */
const ownColumn = (fieldName: string) =>
  ({ type: 'string', required: false, input: false, returned: false, fieldName }) as const;

const TIMES = { createdAt: 'created_at', updatedAt: 'updated_at' };

/** A __Host- cookie comes from this host only. The provider's own secure cookies have the weaker __Secure- prefix. */
function cookieRules(isHttps: boolean) {
  return {
    cookiePrefix: isHttps ? '__Host-moodring' : 'moodring',
    useSecureCookies: false,
    defaultCookieAttributes: { secure: isHttps },
  };
}
