import type { Device } from '#contract/account.ts';
import type { Context } from '#server/context.ts';
import type { SignedInPerson } from '#server/features/identity/index.ts';

const BROWSER_MAX_LENGTH = 300;

/** The devices on which a person is signed in: this one first, then by last use. Session tokens are left out. */
export async function listDevices(
  { pool }: Context,
  { uid, sessionId }: Pick<SignedInPerson, 'uid' | 'sessionId'>,
): Promise<Device[]> {
  const { rows } = await pool.query<Omit<Device, 'signedInAt' | 'seenAt'> & { signedInAt: Date; seenAt: Date }>(
    `select id, id = $2 as "isThis", left(coalesce(user_agent, ''), ${BROWSER_MAX_LENGTH}) as browser,
            created_at as "signedInAt", updated_at as "seenAt"
     from sessions where user_id = $1 and expires_at > now()
     order by id = $2 desc, updated_at desc, id`,
    [uid, sessionId],
  );
  return rows.map((row) => ({ ...row, signedInAt: row.signedInAt.getTime(), seenAt: row.seenAt.getTime() }));
}
