import { PASSKEYS_MAX, type Passkey } from '#contract/account/passkeys.ts';
import { ProductError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';
import { inMs } from '#server/database/in-ms.ts';
import { accountKey } from '#server/features/identity/index.ts';
import { passkeyAddedMail, type Recipient } from '#server/features/recovery/index.ts';
import { LIMITS } from '#server/limits/index.ts';

const COLUMNS = `id, name, ${inMs('created_at')} as "createdAt", ${inMs('last_used_at')} as "lastUsedAt"`;

export async function listPasskeys({ pool }: Pick<Context, 'pool'>, uid: string): Promise<Passkey[]> {
  const { rows } = await pool.query<Passkey>(
    `select ${COLUMNS} from passkeys where user_id = $1 order by created_at desc, id`,
    [uid],
  );
  return rows;
}

/** @throws {ProductError} not_found, also for another person's */
export async function renamePasskey(
  { pool }: Pick<Context, 'pool'>,
  { uid, id, name }: { uid: string; id: string; name: string },
): Promise<Passkey> {
  const { rows } = await pool.query<Passkey>(
    `update passkeys set name = $3 where user_id = $1 and id = $2 returning ${COLUMNS}`,
    [uid, id, name],
  );
  if (!rows[0]) throw new ProductError('not_found');
  return rows[0];
}

/** Removes one, if it is there. Sessions that it opened go on: they are in the list of devices. */
export async function removePasskey({ pool }: Pick<Context, 'pool'>, uid: string, id: string): Promise<void> {
  await pool.query('delete from passkeys where user_id = $1 and id = $2', [uid, id]);
}

export async function refuseTooManyPasskeys({ pool }: Pick<Context, 'pool'>, uid: string): Promise<void> {
  const { rowCount } = await pool.query('select from passkeys where user_id = $1', [uid]);
  if ((rowCount ?? 0) >= PASSKEYS_MAX)
    throw new ProductError('too_many', (t) => t.tooManyPasskeys({ most: PASSKEYS_MAX }));
}

/** Mails the person that their account has a new passkey: a thief could stay by adding one, which outlives a new password. */
export function reportNewPasskey({ background, config, limits, mailer, pool }: Context, uid: string): void {
  if (!mailer.isSet) return;
  background.run('mail about a passkey', async () => {
    const { rows } = await pool.query<Recipient & { isConfirmed: boolean }>(
      'select email, language, email_verified as "isConfirmed" from users where id = $1',
      [uid],
    );
    const [to] = rows;
    if (!to) return;
    // An address that is not confirmed may be a stranger's, who must not get mails without end.
    if (!to.isConfirmed)
      await limits.count([LIMITS.passkeyMail.address, accountKey(to.email)], [LIMITS.mail.all, 'all']);
    mailer.send(passkeyAddedMail(to, config.appUrl));
  });
}
