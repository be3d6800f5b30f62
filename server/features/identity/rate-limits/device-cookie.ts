import type { HookContext } from '../provider/allowed-calls.ts';

const YEAR = 365 * 24 * 60 * 60;
/** Enough for a family's browser. Beyond it, the account that signed in longest ago is forgotten. */
const MAX_ACCOUNTS = 8;

const cookieOf = (ctx: HookContext) => ctx.context.createAuthCookie('device', { maxAge: YEAR });

/**
 * Whether an account has signed in in this browser before, with its present credential version: so since its last new
 * password and its last sign-out everywhere. The signed cookie holds the credential versions of the browser's accounts.
 */
export async function isKnownDevice(ctx: HookContext, credentialVersion: string): Promise<boolean> {
  return (await readCredentialVersions(ctx)).includes(credentialVersion);
}

/** Makes this browser a known device of an account. It stays one after a sign-out. */
export async function rememberDevice(ctx: HookContext, credentialVersion: string): Promise<void> {
  const others = (await readCredentialVersions(ctx)).filter((other) => other !== credentialVersion);
  const { name, attributes } = cookieOf(ctx);
  const value = [credentialVersion, ...others].slice(0, MAX_ACCOUNTS).join('.');
  await ctx.setSignedCookie(name, value, ctx.context.secret, attributes);
}

async function readCredentialVersions(ctx: HookContext): Promise<string[]> {
  const value = await ctx.getSignedCookie(cookieOf(ctx).name, ctx.context.secret);
  return value ? value.split('.') : [];
}
