import type { Context } from '#server/context.ts';
import { accountKey } from '#server/features/identity/index.ts';
import { passkeyAddedMail } from '#server/features/recovery/index.ts';
import { LIMITS } from '#server/limits/index.ts';

/** Mails the person that their account has a new passkey: a thief could stay by adding one, which outlives a new password. */
export function reportNewPasskey({ background, config, limits, mailer, pool }: Context, uid: string): void {
  if (!mailer.isSet) return;
  background.run('mail about a passkey', async () => {
    const { rows } = await pool.query<{ email: string; isConfirmed: boolean }>(
      'select email, email_verified as "isConfirmed" from users where id = $1',
      [uid],
    );
    if (!rows[0]) return;
    const { email, isConfirmed } = rows[0];
    // An address that is not confirmed may be a stranger's, who must not get mails without end.
    if (!isConfirmed) await limits.count([LIMITS.mail.address, accountKey(email)], [LIMITS.mail.all, 'all']);
    mailer.send(passkeyAddedMail(email, config.appUrl));
  });
}
