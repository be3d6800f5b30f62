import type pg from 'pg';
import { newCode } from './new-code.ts';

/**
 * Makes an invitation to sign up, which connects with no person, and removes those that expired more than a month ago.
 * @returns the code for `{APP_URL}/join#CODE`
 */
export async function createOperatorInvite(
  pool: pg.Pool,
  { days, uses }: { days: number; uses: number },
): Promise<{ code: string; expiresAt: Date }> {
  const { rows } = await pool.query<{ code: string; expiresAt: Date }>(
    `with removed as (
       delete from invites where inviter is null and expires_at < now() - interval '30 days'
     )
     insert into invites (code, expires_at, max_uses) values ($1, now() + make_interval(days => $2), $3)
     returning code, expires_at as "expiresAt"`,
    [newCode(), days, uses],
  );
  return rows[0]!;
}
