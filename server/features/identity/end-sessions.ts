import type pg from 'pg';

/**
 * Removes a person's sessions: whoever comes with one of them from now on is signed out.
 * @param only one session's id; without it all of them go
 * @returns the ids of those that ended
 */
export async function endSessions(pool: pg.Pool, uid: string, only?: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    'delete from sessions where user_id = $1 and ($2::uuid is null or id = $2) returning id',
    [uid, only ?? null],
  );
  return rows.map(({ id }) => id);
}
