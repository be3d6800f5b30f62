import { APIError, getSessionFromCtx, isAPIError } from 'better-auth/api';
import type pg from 'pg';
import type { Limits } from '#server/limits/index.ts';
import type { SecurityLog } from '#server/logging/security-log.ts';
import { CLIENT_ADDRESS_HEADER } from '#server/network/client-address.ts';
import type { PasswordHashing } from '../passwords/password-hashing.ts';
import { countPasswordCheck } from '../rate-limits/limit-password-attempts.ts';
import { before, UPDATE_USER } from './allowed-calls.ts';

const IS_ANOTHER = `
  select from users u where id = $1 and phonenumber is distinct from $2
    and exists (select from accounts where user_id = u.id and password is not null)`;

/**
 * A person who has a password gives it to change their number. Otherwise somebody who holds the unlocked phone could put in
 * another number, and friends' calls for help would go there unnoticed.
 */
export function guardNumber(pool: pg.Pool, limits: Limits, hashing: PasswordHashing, securityLog: SecurityLog) {
  return before('guard-number', [UPDATE_USER], async (ctx) => {
    const { phonenumber, password = '' } = ctx.body ?? {};
    if (typeof phonenumber !== 'string') return;
    const session = await getSessionFromCtx(ctx);
    if (!session) return;
    const { id } = session.user;
    const { rowCount } = await pool.query(IS_ANOTHER, [id, phonenumber]);
    if (rowCount === 0) return;
    await countPasswordCheck(limits, hashing, session);
    await ctx.context.password.checkPassword(id, { ...ctx, body: { password: String(password) } }).catch((error) => {
      const address = ctx.headers?.get(CLIENT_ADDRESS_HEADER);
      if (isAPIError(error) && error.body?.code === 'INVALID_PASSWORD')
        securityLog.record('password-refused', { address, account: id });
      throw error;
    });
    // A sign-out may have come while the check waited for its turn.
    const { rowCount: stands } = await pool.query('select from sessions where id = $1', [session.session.id]);
    if (stands === 0) throw new APIError('UNAUTHORIZED');
  });
}
