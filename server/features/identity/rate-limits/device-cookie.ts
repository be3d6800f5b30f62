import type { HookContext } from '../provider/allowed-calls.ts';

/** A year, in seconds. */
export const REMEMBERED_FOR = 365 * 24 * 60 * 60;
/** Enough for a family's browser. Beyond it, the account that signed in longest ago is forgotten. */
const MAX_ACCOUNTS = 8;

const cookieOf = (ctx: HookContext) => ctx.context.createAuthCookie('device', { maxAge: REMEMBERED_FOR });

/**
 * Whether an account has signed in in this browser before, with its present credential version: so since its last new
 * password and its last sign-out everywhere. The signed cookie holds the credential versions of the browser's accounts.
 */
export async function isKnownDevice(ctx: HookContext, credentialVersion: string): Promise<boolean> {
  return (await accountsOfDevice(ctx)).includes(credentialVersion);
}

/** The credential versions of the accounts that have signed in in this browser, the last one first. */
export async function accountsOfDevice(ctx: HookContext): Promise<string[]> {
  return accountsIn(await readValue(ctx));
}

/** Makes this browser a known device of an account. It stays one after a sign-out. */
export async function rememberDevice(ctx: HookContext, credentialVersion: string): Promise<void> {
  const { name, attributes } = cookieOf(ctx);
  const value = addAccount(await readValue(ctx), credentialVersion);
  await ctx.setSignedCookie(name, value, ctx.context.secret, attributes);
}

function readValue(ctx: HookContext) {
  return ctx.getSignedCookie(cookieOf(ctx).name, ctx.context.secret);
}

/** The cookie's value with one account more, the one that signed in last. @param value the present one */
export function addAccount(value: string | null | undefined | false, credentialVersion: string): string {
  const others = accountsIn(value).filter((other) => other !== credentialVersion);
  return [credentialVersion, ...others].slice(0, MAX_ACCOUNTS).join('.');
}

/** The credential versions in the cookie's value. */
export function accountsIn(value: string | null | undefined | false): string[] {
  return value ? value.split('.') : [];
}
