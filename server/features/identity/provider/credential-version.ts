import { BASE_ERROR_CODES, type BetterAuthOptions, type BetterAuthPlugin } from 'better-auth';
import { APIError, getSessionFromCtx } from 'better-auth/api';
import type pg from 'pg';
import { before, CHANGE_PASSWORD, SIGN_IN, SIGN_IN_BY_PASSKEY } from './allowed-calls.ts';

/** Changes with each new password and sign-out everywhere (docs/decisions/0013-generations.md). */
export const CREDENTIAL_VERSION = {
  credentialVersion: { type: 'string', required: false, input: false, returned: false, fieldName: 'generation' },
} as const;

/** Refuses what was checked against an older credential version. @param onChange after all sessions have ended */
export function credentialVersionPlugins(pool: pg.Pool, onChange: (uid: string) => void): BetterAuthPlugin[] {
  return [
    { id: 'credential-version', init: () => ({ options: { databaseHooks: databaseHooks(onChange) } }) },
    before('version-at-sign-in', [SIGN_IN], async (ctx) => {
      const email: unknown = ctx.body?.email;
      if (typeof email === 'string') setCredentialVersion(ctx, await findCredentialVersion(pool, email));
    }),
    before('version-by-passkey', [SIGN_IN_BY_PASSKEY], async (ctx) => {
      const credential: unknown = ctx.body?.response?.id;
      if (typeof credential === 'string') setCredentialVersion(ctx, await findVersionByPasskey(pool, credential));
    }),
    before('version-at-new-password', [CHANGE_PASSWORD], async (ctx) => {
      const session = await getSessionFromCtx(ctx);
      if (session) setCredentialVersion(ctx, await findCredentialVersion(pool, session.user.email));
    }),
  ];
}

const databaseHooks = (onChange: (uid: string) => void): BetterAuthOptions['databaseHooks'] => ({
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
    create: { before: async (_, call) => ({ data: { credentialVersion: call && getCredentialVersion(call) } }) },
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

async function findCredentialVersion(pool: pg.Pool, email: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ generation: string }>(
    'select a.generation from accounts a join users u on u.id = a.user_id where u.email = $1',
    [email.toLowerCase()],
  );
  return rows[0]?.generation;
}

async function findVersionByPasskey(pool: pg.Pool, credential: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ generation: string }>(
    'select a.generation from accounts a join passkeys p on p.user_id = a.user_id where p.credential_id = $1',
    [credential],
  );
  return rows[0]?.generation;
}
