import { BASE_ERROR_CODES, type BetterAuthOptions, type BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import type { Kysely } from 'kysely';
import type { Database } from '#server/database/schema.ts';
import { credentialVersionOfCall } from './credential-version-of-call.ts';
import { findCredentialVersion } from './find-credential-version.ts';

const CHANGE = '/change-password';

/**
 * What follows from a password is done in the generation of the account in which that password was right. Checking one
 * takes long enough for the account to be in another by then, and then the database does nothing (0010-generations.ts).
 * @param onNew told whose sessions have ended with the old one
 */
export function credentialVersion(db: Kysely<Database>, onNew: (uid: string) => void) {
  return {
    id: 'moodring-same-generation',
    init: () => ({ options: { databaseHooks: databaseHooks(onNew) } }),
    hooks: {
      before: [
        {
          matcher: ({ path }) => path === '/sign-in/email',
          handler: createAuthMiddleware(async (ctx) => {
            const email: unknown = ctx.body?.email;
            if (typeof email === 'string') credentialVersionOfCall.set(ctx, await findCredentialVersion(db, email));
          }),
        },
        {
          matcher: ({ path }) => path === CHANGE,
          handler: createAuthMiddleware(async (ctx) => {
            const session = await getSessionFromCtx(ctx);
            if (session) credentialVersionOfCall.set(ctx, await findCredentialVersion(db, session.user.email));
          }),
        },
      ],
    },
  } satisfies BetterAuthPlugin;
}

const databaseHooks = (onNew: (uid: string) => void): BetterAuthOptions['databaseHooks'] => ({
  account: {
    update: {
      before: async (_, call) => ({ data: { generation: call && credentialVersionOfCall.get(call) } }),
      after: async (account, call) => {
        if (call?.path !== CHANGE) return;
        if (!account) throw new APIError('BAD_REQUEST', BASE_ERROR_CODES.INVALID_PASSWORD);
        credentialVersionOfCall.set(call, account.generation as string);
        onNew(account.userId);
      },
    },
  },
  session: {
    create: { before: async (_, call) => ({ data: { generation: call && credentialVersionOfCall.get(call) } }) },
  },
});
