import type { BetterAuthPlugin } from 'better-auth';
import { APIError } from 'better-auth/api';
import type pg from 'pg';
import { SUSPENDED } from '#contract/errors.ts';

/** Refuses suspended people after the right password or passkey, so others learn nothing. The database refuses them too. */
export function refuseSuspended(pool: pg.Pool) {
  return {
    id: 'refuse-suspended',
    init: () => ({
      options: {
        databaseHooks: {
          session: { create: { before: async ({ userId }: { userId: string }) => refuse(pool, userId) } },
        },
      },
    }),
  } satisfies BetterAuthPlugin;
}

async function refuse(pool: pg.Pool, uid: string): Promise<void> {
  const { rowCount } = await pool.query('select from users where id = $1 and suspended_at is not null', [uid]);
  if (rowCount) throw new APIError('FORBIDDEN', { code: 'SUSPENDED', message: SUSPENDED });
}
