import { type BetterAuthOptions, betterAuth } from 'better-auth';
import type { Kysely } from 'kysely';
import { FIRST_MOOD } from '#contract/moods.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/schema.ts';
import type { Limits } from '#server/limits/index.ts';
import type { SecurityLog } from '#server/logging/security-log.ts';
import { CLIENT_ADDRESS_HEADER } from '#server/network/client-address.ts';
import type { PasswordHashing } from '../passwords/password-hashing.ts';
import { passwordRules } from '../passwords/password-rules.ts';
import { limitPasswordAttempts } from '../rate-limits/limit-password-attempts.ts';
import { limitProfileChanges } from '../rate-limits/limit-profile-changes.ts';
import { limitSignUps } from '../rate-limits/limit-sign-ups.ts';
import { rateLimitStorage } from '../rate-limits/rate-limit-storage.ts';
import { allowedFields } from './allowed-fields.ts';
import { credentialVersion } from './credential-version.ts';
import { logWrongPasswords } from './log-wrong-passwords.ts';
import { replaceOldSession } from './replace-session.ts';
import { omitSessionToken } from './session-hooks.ts';
import { checkCalls } from './sign-up.ts';
import { userHooks } from './user-hooks.ts';
import { verifySignOut } from './verify-sign-out.ts';

interface Parts {
  config: Config;
  db: Kysely<Database>;
  limits: Limits;
  hashing: PasswordHashing;
  securityLog: SecurityLog;
  /**
   * Told when one or all of a person's sessions have ended.
   * @param isReplaced by a new one, whose cookie is in the answer that is being made
   */
  onSessionsEnded(uid: string, isReplaced: boolean): void;
}

/** A day in seconds. */
const DAY = 24 * 60 * 60;

/** The identity provider: email and password, sessions in PostgreSQL, cookies that no script can read (spec §7). */
export function createProvider({ config, db, limits, hashing, securityLog, onSessionsEnded }: Parts) {
  return betterAuth({
    appName: 'Moodring',
    baseURL: config.appUrl,
    basePath: '/api/identity',
    secret: config.authSecret,
    trustedOrigins: [...config.trustedOrigins],
    database: { db, type: 'postgres', transaction: true },
    telemetry: { enabled: false },
    // Refusals are answers, not errors; what is unexpected is thrown, and told once at the edge, not on the console.
    logger: { disabled: true },
    onAPIError: { throw: true },
    emailAndPassword: { enabled: true, autoSignIn: false, password: { hash: hashing.hash, verify: hashing.verify } },
    session: {
      modelName: 'sessions',
      fields: {
        ...TIMES,
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
      },
      additionalFields: GENERATION,
      expiresIn: 60 * DAY,
      updateAge: DAY,
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
      additionalFields: GENERATION,
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
        phoneE164: { type: 'string', required: false, input: false, returned: false, fieldName: 'phone_e164' },
        signUpNetwork: { type: 'string', required: false, input: false, returned: false, fieldName: 'sign_up_network' },
      },
    },
    hooks: checkCalls(config.signUp),
    plugins: [
      allowedFields,
      credentialVersion(db, (uid) => onSessionsEnded(uid, true)),
      limitPasswordAttempts(limits),
      limitProfileChanges(limits),
      passwordRules,
      limitSignUps(limits),
      hashing.plugin,
      replaceOldSession,
      verifySignOut,
      omitSessionToken,
      logWrongPasswords(securityLog),
    ],
    databaseHooks: {
      user: userHooks(config),
      session: {
        delete: {
          after: async ({ userId }, call) => onSessionsEnded(userId, call?.path === '/sign-in/email'),
        },
      },
    },
    rateLimit: {
      enabled: config.rateLimits,
      window: 60,
      max: 300,
      customRules: {
        '/sign-in/email': { window: 60, max: 20 },
        '/sign-up/email': { window: 60, max: 20 },
        '/get-session': false,
      },
      customStorage: rateLimitStorage(limits),
    },
    advanced: {
      database: { generateId: () => crypto.randomUUID() },
      ...cookieRules(config.appUrl.startsWith('https:')),
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
  } satisfies BetterAuthOptions);
}

const TIMES = { createdAt: 'created_at', updatedAt: 'updated_at' };

/**
 * Over https a browser takes a cookie of this name from this very host alone, never from another one of its domain. The
 * provider's own way to secure cookies gives them a lesser name.
 */
function cookieRules(isHttps: boolean) {
  return {
    cookiePrefix: isHttps ? '__Host-moodring' : 'moodring',
    useSecureCookies: false,
    defaultCookieAttributes: { secure: isHttps },
  };
}

/** Of an account, and of its sessions: nobody sees it or chooses it. */
const GENERATION = { generation: { type: 'string', required: false, input: false, returned: false } } as const;
