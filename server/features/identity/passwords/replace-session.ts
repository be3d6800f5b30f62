import { isAPIError } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { ProductError } from '#contract/errors.ts';
import { after, CHANGE_PASSWORD } from '../provider/allowed-calls.ts';

/** The session for the browser that chose a new password. The provider's own would have the old credential version. */
export const replaceSession = after('replace-session', [CHANGE_PASSWORD], async (ctx) => {
  const { returned, session: old, internalAdapter } = ctx.context;
  if (isAPIError(returned) || !old) return;
  const session = await internalAdapter.createSession(old.user.id);
  if (!session) throw new ProductError('not_signed_in', 'You were signed out everywhere meanwhile.');
  await setSessionCookie(ctx, { session, user: old.user });
});
