import type pg from 'pg';

/**
 * Removes a person with all that hangs on them: by foreign keys, and what those do not reach by a trigger
 * (0008-account.ts).
 * @returns the ids of their sessions, which ended with it
 */
export async function removePerson(pool: pg.Pool, uid: string): Promise<string[]> {
  const { rows } = await pool.query<{ sessions: string[] }>(
    `with gone as (delete from users where id = $1)
     select array(select id from sessions where user_id = $1) as sessions`,
    [uid],
  );
  return rows[0]!.sessions;
}
