import type pg from 'pg';

/** A session as it is stored, with who it belongs to. */
export interface StoredSession {
  sessionId: string;
  uid: string;
  displayName: string;
  /** Whether the account is younger than a day. */
  isNew: boolean;
  /** False when it has run out, or is due to be renewed: then the identity provider decides. */
  isFresh: boolean;
}

/**
 * The sessions of these tokens: one query, by token. Whoever is not in it is signed out.
 * @param freshForSeconds how much longer a session that needs no renewal lives
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
