import type pg from 'pg';
import { ProductError } from '#contract/errors.ts';
import { findAccount } from '#server/features/identity/index.ts';

/** @throws {ProductError} not_signed_in, when the account has just been deleted */
export async function findOwnAccount(pool: pg.Pool, uid: string) {
  const account = await findAccount(pool, { uid });
  if (!account) throw new ProductError('not_signed_in');
  return account;
}
