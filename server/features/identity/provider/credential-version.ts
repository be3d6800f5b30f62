import { BASE_ERROR_CODES, type BetterAuthOptions, type BetterAuthPlugin } from 'better-auth';
import { APIError, getSessionFromCtx } from 'better-auth/api';
import type pg from 'pg';
import { before, CHANGE_PASSWORD, FINISH_OIDC, SIGN_IN, SIGN_IN_BY_PASSKEY } from './allowed-calls.ts';

/** Changes with each new password and sign-out everywhere (docs/decisions/0013-generations.md). */
export const CREDENTIAL_VERSION = {
  credentialVersion: { type: 'string', required: false, input: false, returned: false, fieldName: 'generation' },
} as const;

/** Refuses what was checked against an older credential version. @param onChange after all sessions have ended */
export function credentialVersionPlugins(pool: pg.Pool, onChange: (uid: string) => void): BetterAuthPlugin[] {
  return [
    { id: 'credential-version', init: () => ({ options: { databaseHooks: databaseHooks(pool, onChange) } }) },
    before('version-at-sign-in', [SIGN_IN], async (ctx) => {
      const email: unknown = ctx.body?.email;
      if (typeof email === 'string') setCredentialVersion(ctx, await findVersion(pool, 'u.email', email.toLowerCase()));
    }),
    before('version-by-passkey', [SIGN_IN_BY_PASSKEY], async (ctx) => {
      const credential: unknown = ctx.body?.response?.id;
      if (typeof credential === 'string')
        setCredentialVersion(ctx, await findVersion(pool, 'p.credential_id', credential));
    }),
    before('version-at-new-password', [CHANGE_PASSWORD], async (ctx) => {
      const session = await getSessionFromCtx(ctx);
      if (session) setCredentialVersion(ctx, await findVersion(pool, 'a.user_id', session.user.id));
    }),
  ];
}

const databaseHooks = (pool: pg.Pool, onChange: (uid: string) => void): BetterAuthOptions['databaseHooks'] => ({
  account: {
    update: {
      before: async (_, call) => ({ data: { credentialVersion: call && getCredentialVersion(call) } }),
      after: async (account, call) => {
        if (call?.path !== CHANGE_PASSWORD) return;
        if (!account) throw new APIError('BAD_REQUEST', BASE_ERROR_CODES.INVALID_PASSWORD);
        setCredentialVersion(call, account.credentialVersion as string);
        onChange(account.userId);
      },
    },
  },
  session: {
    create: {
      async before({ userId }, call) {
        // The word of another provider depends on no version of ours.
        if (call?.path === FINISH_OIDC) setCredentialVersion(call, await findVersion(pool, 'a.user_id', userId));
        return { data: { credentialVersion: call && getCredentialVersion(call) } };
      },
    },
  },
});

interface Call {
  context: object;
}

const versions = new WeakMap<object, string>();

/** The credential version of a call's account, as it was before the password or passkey was checked. */
export function getCredentialVersion({ context }: Call): string | undefined {
  return versions.get(context);
}

function setCredentialVersion({ context }: Call, version: string | undefined): void {
  if (version) versions.set(context, version);
}

/** By a column of `users u`, of their `passkeys p`, or of `accounts a`, whose row 'credential' each person has once. */
async function findVersion(
  pool: pg.Pool,
  column: 'u.email' | 'p.credential_id' | 'a.user_id',
  value: string,
): Promise<string | undefined> {
  const { rows } = await pool.query<{ generation: string }>(
    `select a.generation from accounts a join users u on u.id = a.user_id left join passkeys p on p.user_id = u.id
     where ${column} = $1 and a.provider_id = 'credential' limit 1`,
    [value],
  );
  return rows[0]?.generation;
}
