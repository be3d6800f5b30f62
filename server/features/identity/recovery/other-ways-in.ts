import type pg from 'pg';
import { ProductError } from '#contract/errors.ts';
import { hasPassword, NO_PASSWORD } from '../passwords/tell-no-password.ts';

type Db = Pick<pg.Pool, 'query'>;

/** Ends passkeys and log-ins by other providers: who made the account may not be its owner. */
export async function endOtherWaysIn(db: Db, uid: string): Promise<void> {
  await db.query('delete from passkeys where user_id = $1', [uid]);
  await removeLinks(db, uid);
}

/** Ends the log-in by another provider, whether or not there was one. @throws {ProductError} invalid without a password */
export async function unlinkProvider(db: Db, uid: string): Promise<void> {
  if (!(await hasPassword(db, uid))) throw new ProductError('invalid', NO_PASSWORD.message);
  await removeLinks(db, uid);
}

function removeLinks(db: Db, uid: string) {
  return db.query(`delete from accounts where user_id = $1 and provider_id <> 'credential'`, [uid]);
}
