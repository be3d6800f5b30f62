import type { BetterAuthPlugin } from 'better-auth';
import type pg from 'pg';
import { refusal } from './provider/refusals.ts';

/** Suspends a person, or lifts it. In one statement: a sign-in meanwhile finds the old credential version or the suspension. */
export async function suspend(pool: pg.Pool, uid: string, isSuspended: boolean): Promise<void> {
  if (isSuspended) {
    await pool.query(
      `with suspended as (update users set suspended_at = coalesce(suspended_at, now()) where id = $1 returning id)
       update accounts set generation = gen_random_uuid() from suspended where accounts.user_id = suspended.id`,
      [uid],
    );
  } else {
    await pool.query('update users set suspended_at = null where id = $1', [uid]);
  }
}

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
  if (rowCount) throw refusal('FORBIDDEN', 'SUSPENDED');
}
