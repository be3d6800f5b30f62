import type pg from 'pg';
import type { Language } from '#contract/account/languages.ts';
import { payerOf } from '../payer.ts';

export interface StoredSession {
  sessionId: string;
  uid: string;
  displayName: string;
  language: Language | null;
  /** Whether the account is younger than a day: it has stricter limits. */
  isNew: boolean;
  /** Whose turn their work takes, see `payerOf`. */
  payer: string;
  /** False when the session has expired or is due for renewal: then the identity provider decides. */
  isFresh: boolean;
}

/** @param freshForSeconds a session that lives longer needs no renewal @returns by token; a missing one is signed out */
export async function findSessions(
  pool: pg.Pool,
  tokens: string[],
  freshForSeconds: number,
): Promise<Map<string, StoredSession>> {
  const { rows } = await pool.query<StoredSession & { token: string }>({
    name: 'sessions-by-token',
    text: `select s.token, s.id as "sessionId", u.id as uid, u.name as "displayName", u.language,
                  u.created_at > now() - interval '1 day' as "isNew", ${payerOf('u')} as payer,
                  s.expires_at > now() + make_interval(secs => $2) as "isFresh"
           from sessions s join users u on u.id = s.user_id where s.token = any($1::text[])`,
    values: [tokens, freshForSeconds],
  });
  return new Map(rows.map(({ token, ...session }) => [token, session]));
}

/** Each log-in opens one, and so could a program without end. */
const MOST_SESSIONS = 50;

/** Ends those that were used longest ago. @returns whether there were too many */
export async function endFurtherSessions(pool: pg.Pool, uid: string): Promise<boolean> {
  const further = 'select id from sessions where user_id = $1 order by updated_at desc, id offset $2';
  const { rowCount } = await pool.query(`delete from sessions where id in (${further})`, [uid, MOST_SESSIONS]);
  return rowCount! > 0;
}

/** Ends one session, or all by a new credential version, which also refuses sign-ins that run meanwhile. */
export async function endSessions(pool: pg.Pool, uid: string, sessionId?: string): Promise<void> {
  if (sessionId) await pool.query('delete from sessions where user_id = $1 and id = $2', [uid, sessionId]);
  else await pool.query('update accounts set generation = gen_random_uuid() where user_id = $1', [uid]);
}
