import type pg from 'pg';
import { ProductError } from '#contract/errors.ts';
import { NO_PASSWORD } from '../passwords/tell-no-password.ts';

/** Ends passkeys and log-ins by other providers: who made the account may not be its owner. */
export async function endOtherWaysIn(db: Pick<pg.Pool, 'query'>, uid: string): Promise<void> {
  await db.query('delete from passkeys where user_id = $1', [uid]);
  await db.query(`delete from accounts where user_id = $1 and provider_id <> 'credential'`, [uid]);
}

/** Ends the log-in by another provider, whether or not there was one. @throws {ProductError} invalid without a password */
export async function unlinkProvider(pool: pg.Pool, uid: string): Promise<void> {
  const { rowCount: canLogIn } = await pool.query(
    `select from accounts where user_id = $1 and provider_id = 'credential' and password is not null`,
    [uid],
  );
  if (!canLogIn) throw new ProductError('invalid', NO_PASSWORD.message);
  await pool.query(`delete from accounts where user_id = $1 and provider_id <> 'credential'`, [uid]);
}
