import type pg from 'pg';
import { ProductError } from '#contract/errors.ts';

export interface OwnAccount {
  uid: string;
  email: string;
  credentialVersion: string;
  phone: string | null;
  isSettled: boolean;
}

/** @throws {ProductError} not_signed_in, when the account has just been deleted */
export async function findOwnAccount(pool: pg.Pool, uid: string): Promise<OwnAccount> {
  const { rows } = await pool.query<OwnAccount>(
    `select u.id as uid, u.email, u.phone_key as phone, a.generation as "credentialVersion",
       u.created_at < now() - interval '7 days' as "isSettled"
     from users u join accounts a on a.user_id = u.id and a.provider_id = 'credential' where u.id = $1`,
    [uid],
  );
  if (!rows[0]) throw new ProductError('not_signed_in');
  return rows[0];
}
