import type pg from 'pg';
import { ProductError } from '#contract/errors.ts';
import { PASSWORD_LENGTH } from '../passwords/password-hashing.ts';
import { isCommonPassword } from '../passwords/password-rules.ts';
import { changeAccount } from './change-account.ts';

/** @throws {ProductError} invalid, with the provider's message, for a password that is too short, too long or common */
export async function checkNewPassword(password: string): Promise<void> {
  if (password.length < PASSWORD_LENGTH.min) throw new ProductError('invalid', (t) => t.passwordTooShort);
  if (password.length > PASSWORD_LENGTH.max) throw new ProductError('invalid', (t) => t.passwordTooLong);
  if (await isCommonPassword(password)) throw new ProductError('invalid', (t) => t.passwordIsCompromised);
}

export interface Reset {
  uid: string;
  credentialVersion: string;
  passwordHash: string;
  take(db: pg.ClientBase): Promise<boolean>;
}

/**
 * Stores a new password, and ends all sessions, an ntfy topic and phone calls.
 * @returns the credential version; undefined when link or code have ended
 */
export async function resetPassword(pool: pg.Pool, reset: Reset): Promise<string | undefined> {
  const { uid, credentialVersion, passwordHash } = reset;
  return changeAccount(pool, uid, credentialVersion, async (db) => {
    if (!(await reset.take(db))) return;
    const { rows } = await db.query<{ generation: string }>(
      `update accounts set password = $2, updated_at = now()
       where user_id = $1 and provider_id = 'credential' returning generation`,
      [uid, passwordHash],
    );
    await db.query(`delete from push_devices where uid = $1 and kind in ('ntfy', 'call')`, [uid]);
    await db.query('delete from one_time_links where uid = $1', [uid]);
    await db.query(`delete from text_codes where uid = $1 and purpose = 'password'`, [uid]);
    return rows[0]?.generation;
  });
}
