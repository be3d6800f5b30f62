import type pg from 'pg';

export interface StoredSession {
  sessionId: string;
  uid: string;
  displayName: string;
  isNew: boolean;
  /** False when the session has expired or is due for renewal: then the identity provider decides. */
  isFresh: boolean;
}

/**
 * Finds the sessions of these tokens in one query.
 * @param freshForSeconds a session that lives longer than this needs no renewal
 * @returns by token; a token that is missing is signed out
 */
export async function findSessions(
  pool: pg.Pool,
  tokens: string[],
  freshForSeconds: number,
): Promise<Map<string, StoredSession>> {
  const { rows } = await pool.query<StoredSession & { token: string }>({
    name: 'sessions-by-token',
    text: `select s.token, s.id as "sessionId", u.id as uid, u.name as "displayName",
                  u.created_at > now() - interval '1 day' as "isNew",
                  s.expires_at > now() + make_interval(secs => $2) as "isFresh"
           from sessions s join users u on u.id = s.user_id where s.token = any($1::text[])`,
    values: [tokens, freshForSeconds],
  });
  return new Map(rows.map(({ token, ...session }) => [token, session]));
}

/**
 * Ends a person's sessions, all or one. To end all of them changes the account's credential version (the column
 * `generation`), so that a sign-in which runs at the same time gets no session either.
 * @param sessionId ends only this session
 */
export async function endSessions(pool: pg.Pool, uid: string, sessionId?: string): Promise<void> {
  if (sessionId) await pool.query('delete from sessions where user_id = $1 and id = $2', [uid, sessionId]);
  else await pool.query('update accounts set generation = gen_random_uuid() where user_id = $1', [uid]);
}
