import type pg from 'pg';

/**
 * Ends a person's sessions: whoever comes with one of them from now on is signed out. All of them end with a new
 * generation of the account, so that no sign-in that is under way outlives it.
 * @param only one session's id
 */
export async function endSessions(pool: pg.Pool, uid: string, only?: string): Promise<void> {
  if (only) await pool.query('delete from sessions where user_id = $1 and id = $2', [uid, only]);
  else await pool.query('update accounts set generation = gen_random_uuid() where user_id = $1', [uid]);
}
