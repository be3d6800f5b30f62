import type pg from 'pg';

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
