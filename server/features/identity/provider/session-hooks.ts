import type { BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware, isAPIError } from 'better-auth/api';
import { ProductError } from '#contract/errors.ts';
import { after, SIGN_IN, SIGN_IN_BY_PASSKEY, SIGN_OUT } from './allowed-calls.ts';

/** Deletes the session that a sign-in replaces in its browser, so that a stolen old cookie stops working. */
const deleteReplacedSession = after('delete-replaced-session', [SIGN_IN, SIGN_IN_BY_PASSKEY], async (ctx) => {
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
