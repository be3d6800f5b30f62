import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, isAPIError } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { ProductError } from '#contract/errors.ts';
import { after, CHANGE_PASSWORD, SIGN_INS, SIGN_OUT } from './allowed-calls.ts';

/** The session for the browser that chose a new password. The provider's own would have the old credential version. */
export const replaceSession = after('replace-session', [CHANGE_PASSWORD], async (ctx) => {
  const { returned, session: old, internalAdapter } = ctx.context;
  if (isAPIError(returned) || !old) return;
  const session = await internalAdapter.createSession(old.user.id);
  if (!session) throw new ProductError('not_signed_in', (t) => t.loggedOutMeanwhile);
  await setSessionCookie(ctx, { session, user: old.user });
});

/** Deletes the session that a sign-in replaces in its browser, so that a stolen old cookie stops working. */
const deleteReplacedSession = after('delete-replaced-session', SIGN_INS, async (ctx) => {
  const { authCookies, secret, internalAdapter, newSession } = ctx.context;
  if (!newSession) return;
  const token = await ctx.getSignedCookie(authCookies.sessionToken.name, secret);
  if (token) await internalAdapter.deleteSession(token);
});

/** The provider reports success even when the session was not deleted, and a copied cookie would still work. */
const verifySignOut = after('verify-sign-out', [SIGN_OUT], async (ctx) => {
  const { authCookies, secret, internalAdapter, returned } = ctx.context;
  if (isAPIError(returned)) return;
  const token = await ctx.getSignedCookie(authCookies.sessionToken.name, secret);
  if (token && (await internalAdapter.findSession(token))) throw new ProductError('unavailable');
});

/** Leaves the session with its token and address out of every answer: scripts must not read the token. */
const omitSession = createAuthMiddleware(async (ctx) => {
  const { returned } = ctx.context;
  if (isAPIError(returned) || !hasUser(returned)) return;
  return ctx.json({ user: returned.user });
});

function hasUser(returned: unknown): returned is { user: unknown } {
  return typeof returned === 'object' && returned !== null && 'user' in returned;
}

const answerWithoutSession = {
  id: 'omit-session',
  hooks: { after: [{ matcher: ({ request }) => request !== undefined, handler: omitSession }] },
} satisfies BetterAuthPlugin;

export const sessionHooks = [deleteReplacedSession, verifySignOut, answerWithoutSession];
