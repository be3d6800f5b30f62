import type { BetterAuthOptions, BetterAuthPlugin } from 'better-auth';
import { getSessionFromCtx } from 'better-auth/api';
import type pg from 'pg';
import { payerOf } from '../payer.ts';
import { before, CHANGE_PASSWORD, FINISH_OIDC, SIGN_IN, SIGN_IN_BY_PASSKEY } from './allowed-calls.ts';
import { refusal } from './refusals.ts';

/**
 * The credential version changes with each new password and sign-out everywhere (docs/decisions/0013-generations.md): refuses what
 * was checked against an older one.
 * @param onChange after all sessions have ended
 */
export function credentialVersionPlugins(pool: pg.Pool, onChange: (uid: string) => void): BetterAuthPlugin[] {
  return [
    { id: 'credential-version', init: () => ({ options: { databaseHooks: databaseHooks(pool, onChange) } }) },
    before('version-at-sign-in', [SIGN_IN], async (ctx) => {
      const email: unknown = ctx.body?.email;
      if (typeof email === 'string') setCredentialVersion(ctx, await findVersion(pool, 'email', email.toLowerCase()));
    }),
    before('version-by-passkey', [SIGN_IN_BY_PASSKEY], async (ctx) => {
      const credential: unknown = ctx.body?.response?.id;
      if (typeof credential === 'string') setCredentialVersion(ctx, await findVersion(pool, 'passkey', credential));
    }),
    before('version-at-new-password', [CHANGE_PASSWORD], async (ctx) => {
      const session = await getSessionFromCtx(ctx);
      if (session) setCredentialVersion(ctx, await findVersion(pool, 'uid', session.user.id));
    }),
  ];
}

const databaseHooks = (pool: pg.Pool, onChange: (uid: string) => void): BetterAuthOptions['databaseHooks'] => ({
  account: {
    update: {
      before: async (_, call) => ({ data: { credentialVersion: call && getCredentialVersion(call) } }),
      after: async (account, call) => {
        if (call?.path !== CHANGE_PASSWORD) return;
        if (!account) throw refusal('BAD_REQUEST', 'INVALID_PASSWORD');
        setCredentialVersion(call, { version: account.credentialVersion as string });
        onChange(account.userId);
      },
    },
  },
  session: {
    create: {
      async before({ userId }, call) {
        // Only now is the person known. Another provider has checked them, and no version of ours.
        if (call?.path === FINISH_OIDC) setCredentialVersion(call, await findVersion(pool, 'uid', userId));
        return { data: { credentialVersion: call && getCredentialVersion(call) } };
      },
    },
  },
});

interface Call {
  context: object;
}

interface Found {
  version: string;
  payer?: string;
}

const found = new WeakMap<object, Found>();

/** The credential version of a call's account, as it was before the password or passkey was checked. */
export function getCredentialVersion({ context }: Call): string | undefined {
  return found.get(context)?.version;
}

/** Whose turn the work of a log-in takes, see `payerOf`. */
export function getPayer({ context }: Call): string | undefined {
  return found.get(context)?.payer;
}

function setCredentialVersion({ context }: Call, account: Found | undefined): void {
  if (account) found.set(context, account);
}

/** Each person has one row 'credential'. */
const VERSION_OF = {
  email: '(select id from users where email = $1)',
  passkey: '(select user_id from passkeys where credential_id = $1)',
  uid: '$1',
};

async function findVersion(pool: pg.Pool, by: keyof typeof VERSION_OF, value: string): Promise<Found | undefined> {
  const { rows } = await pool.query<Found>(
    `select a.generation as version, ${payerOf('u')} as payer from accounts a join users u on u.id = a.user_id
     where a.user_id = ${VERSION_OF[by]} and a.provider_id = 'credential'`,
    [value],
  );
  return rows[0];
}
