import { getSessionFromCtx, isAPIError } from 'better-auth/api';
import type { SecurityLog } from '#server/logging/security-log.ts';
import { CLIENT_ADDRESS_HEADER } from '#server/network/client-address.ts';
import { after, CHANGE_PASSWORD, SIGN_IN, SIGN_IN_BY_PASSKEY, VERIFY_PASSWORD } from './allowed-calls.ts';

/** Logs wrong passwords, at sign-in (also for emails without an account) and of signed-in people, and refused passkeys. */
export function logWrongPasswords(securityLog: SecurityLog) {
  const calls = [SIGN_IN, SIGN_IN_BY_PASSKEY, CHANGE_PASSWORD, VERIFY_PASSWORD];
  return after('log-wrong-passwords', calls, async (ctx) => {
    const { returned } = ctx.context;
    if (!isAPIError(returned)) return;
    const address = ctx.headers?.get(CLIENT_ADDRESS_HEADER);
    if (ctx.path === SIGN_IN_BY_PASSKEY) {
      securityLog.record('sign-in-failed', { address });
    } else if (ctx.path === SIGN_IN && returned.statusCode === 401) {
      securityLog.record('sign-in-failed', { address, account: String(ctx.body?.email).toLowerCase() });
    } else if (returned.body?.code === 'INVALID_PASSWORD') {
      const session = await getSessionFromCtx(ctx);
      securityLog.record('password-refused', { address, account: session?.user.id });
    }
  });
}
