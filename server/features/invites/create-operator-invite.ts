import type pg from 'pg';
import { newCode } from './own-invite.ts';

/** Makes an invitation that connects with nobody, and removes old ones. @returns the code for `{APP_URL}/join#CODE` */
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
