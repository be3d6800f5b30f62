import { getSessionFromCtx } from 'better-auth/api';
import type pg from 'pg';
import type { Config } from '#server/config.ts';
import { LIMITS, type Limits } from '#server/limits/index.ts';
import { readPhone } from '#server/phone-numbers/read-number.ts';
import { before, UPDATE_USER } from './allowed-calls.ts';

/**
 * Another number in place of a confirmed one needs the password: whoever holds the unlocked phone for a moment could lead friends'
 * calls for help elsewhere, and nobody would notice.
 */
export function guardConfirmedNumber({ defaultCountry }: Config, pool: pg.Pool, limits: Limits) {
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
    await limits.count([LIMITS.password.session, session.session.id], [LIMITS.password.signedIn, id]);
    await ctx.context.password.checkPassword(id, { ...ctx, body: { password: String(password) } });
  });
}
