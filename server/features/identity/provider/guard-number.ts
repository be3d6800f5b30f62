import { getSessionFromCtx } from 'better-auth/api';
import type pg from 'pg';
import type { Config } from '#server/config.ts';
import type { Limits } from '#server/limits/index.ts';
import { readPhone } from '#server/phone-numbers/read-number.ts';
import type { PasswordHashing } from '../passwords/password-hashing.ts';
import { countPasswordCheck } from '../rate-limits/limit-password-attempts.ts';
import { before, UPDATE_USER } from './allowed-calls.ts';

const IS_ANOTHER = `
  select from users u where id = $1 and (phone_key, phone_e164, phone_restriction) is distinct from ($2, $3, $4)
    and exists (select from accounts where user_id = u.id and password is not null)`;

/**
 * Asks for the password before a number is changed, of those who have one. Without it, somebody with the unlocked phone could
 * put in another number: friends' calls for help would go there, and nobody would notice.
 */
export function guardNumber({ defaultCountry }: Config, pool: pg.Pool, limits: Limits, hashing: PasswordHashing) {
  return before('guard-number', [UPDATE_USER], async (ctx) => {
    const { phonenumber, password = '' } = ctx.body ?? {};
    if (typeof phonenumber !== 'string') return;
    const session = await getSessionFromCtx(ctx);
    if (!session) return;
    const { id } = session.user;
    const { phoneKey, phoneE164, phoneRestriction } = readPhone(phonenumber, defaultCountry);
    const { rowCount } = await pool.query(IS_ANOTHER, [id, phoneKey, phoneE164, phoneRestriction]);
    if (rowCount === 0) return;
    await countPasswordCheck(limits, hashing, session);
    await ctx.context.password.checkPassword(id, { ...ctx, body: { password: String(password) } });
  });
}
