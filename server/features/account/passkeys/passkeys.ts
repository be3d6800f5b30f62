import { PASSKEYS_MAX, type Passkey } from '#contract/account/passkeys.ts';
import { ProductError } from '#contract/errors.ts';
import type { Context } from '#server/context.ts';

type Row = Omit<Passkey, 'createdAt' | 'lastUsedAt'> & { createdAt: Date; lastUsedAt: Date | null };

const COLUMNS = `id, name, created_at as "createdAt", last_used_at as "lastUsedAt"`;

/** A person's passkeys without their keys, newest first. */
export async function listPasskeys({ pool }: Pick<Context, 'pool'>, uid: string): Promise<Passkey[]> {
  const { rows } = await pool.query<Row>(
    `select ${COLUMNS} from passkeys where user_id = $1 order by created_at desc, id`,
    [uid],
  );
  return rows.map(toView);
}

/** @throws {ProductError} not_found, also for another person's */
export async function renamePasskey(
  { pool }: Pick<Context, 'pool'>,
  { uid, id, name }: { uid: string; id: string; name: string },
): Promise<Passkey> {
  const { rows } = await pool.query<Row>(
    `update passkeys set name = $3 where user_id = $1 and id = $2 returning ${COLUMNS}`,
    [uid, id, name],
  );
  if (!rows[0]) throw new ProductError('not_found');
  return toView(rows[0]);
}

/** Removes one, if it is there. Sessions that it opened go on: they are in the list of devices. */
export async function removePasskey({ pool }: Pick<Context, 'pool'>, uid: string, id: string): Promise<void> {
  await pool.query('delete from passkeys where user_id = $1 and id = $2', [uid, id]);
}

/** @throws {ProductError} too_many */
export async function refuseTooManyPasskeys({ pool }: Pick<Context, 'pool'>, uid: string): Promise<void> {
  const { rowCount } = await pool.query('select from passkeys where user_id = $1', [uid]);
  if ((rowCount ?? 0) >= PASSKEYS_MAX)
    throw new ProductError('too_many', `You have ${PASSKEYS_MAX} passkeys. Please remove one first.`);
}

function toView({ id, name, createdAt, lastUsedAt }: Row): Passkey {
  return { id, name, createdAt: createdAt.getTime(), lastUsedAt: lastUsedAt?.getTime() ?? null };
}
