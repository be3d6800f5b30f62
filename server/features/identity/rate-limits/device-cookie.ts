import type { createAuthMiddleware } from 'better-auth/api';

type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

const YEAR = 365 * 24 * 60 * 60;
/** A family's browser. Who signed in longest ago is forgotten. */
const MOST_ACCOUNTS = 8;

const cookieOf = (ctx: HookContext) => ctx.context.createAuthCookie('device', { maxAge: YEAR });

/**
 * Whether somebody has signed in to an account in this browser before, since its password was last chosen and it was last
 * signed out everywhere. The cookie that tells so bears the accounts' generations, and is signed like a session's.
 */
export async function isKnownDevice(ctx: HookContext, generation: string): Promise<boolean> {
  return (await readGenerations(ctx)).includes(generation);
}

/** Makes the browser one that is known to an account. It stays so when the person signs out. */
export async function rememberDevice(ctx: HookContext, generation: string): Promise<void> {
  const others = (await readGenerations(ctx)).filter((other) => other !== generation);
  const { name, attributes } = cookieOf(ctx);
  const value = [generation, ...others].slice(0, MOST_ACCOUNTS).join('.');
  await ctx.setSignedCookie(name, value, ctx.context.secret, attributes);
}

async function readGenerations(ctx: HookContext): Promise<string[]> {
  const value = await ctx.getSignedCookie(cookieOf(ctx).name, ctx.context.secret);
  return value ? value.split('.') : [];
}
