import { getSessionFromCtx } from 'better-auth/api';
import type pg from 'pg';
import type { Config } from '#server/config.ts';
import type { Limits } from '#server/limits/index.ts';
import { readPhone } from '#server/phone-numbers/read-number.ts';
import type { PasswordHashing } from '../passwords/password-hashing.ts';
import { countPasswordCheck } from '../rate-limits/limit-password-attempts.ts';
import { before, UPDATE_USER } from './allowed-calls.ts';

/**
 * Asks for the password before a confirmed number is replaced. Without it, somebody with the unlocked phone could put in another
 * one: friends' calls for help would go there, and nobody would notice.
 */
export function guardConfirmedNumber(
  { defaultCountry }: Config,
  pool: pg.Pool,
  limits: Limits,
  hashing: PasswordHashing,
) {
  return before('guard-confirmed-number', [UPDATE_USER], async (ctx) => {
    const { phonenumber, password = '' } = ctx.body ?? {};
    if (typeof phonenumber !== 'string') return;
    const session = await getSessionFromCtx(ctx);
    if (!session) return;
    const { id } = session.user;
    const { rowCount } = await pool.query(
      'select from users where id = $1 and phone_proven_at is not null and phone_key is distinct from $2',
      [id, readPhone(phonenumber, defaultCountry).phoneKey],
    );
    if (rowCount === 0) return;
    await countPasswordCheck(limits, hashing, session);
    await ctx.context.password.checkPassword(id, { ...ctx, body: { password: String(password) } });
  });
}
