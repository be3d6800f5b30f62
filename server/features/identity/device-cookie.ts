import { randomBytes } from 'node:crypto';
import type { createAuthMiddleware } from 'better-auth/api';

type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0];

/** A browser in which somebody has signed in before, and to which accounts. */
export interface Device {
  id: string;
  accounts: readonly string[];
}

const YEAR = 365 * 24 * 60 * 60;
/** A family's browser. Who signed in longest ago is forgotten. */
const MOST_ACCOUNTS = 8;

const cookieOf = (ctx: HookContext) => ctx.context.createAuthCookie('device', { maxAge: YEAR });

/** Reads the cookie that makes a browser a known one: `{id}.{account}.{account}…`, signed like a session's. */
export async function readDevice(ctx: HookContext): Promise<Device | undefined> {
  const value = await ctx.getSignedCookie(cookieOf(ctx).name, ctx.context.secret);
  if (!value) return;
  const [id, ...accounts] = value.split('.');
  return { id: id!, accounts };
}

/** Makes the browser one that is known to an account. It stays so when the person signs out. */
export async function rememberDevice(ctx: HookContext, account: string): Promise<void> {
  const known = await readDevice(ctx);
  const id = known?.id ?? randomBytes(16).toString('base64url');
  const accounts = [account, ...(known?.accounts ?? []).filter((other) => other !== account)].slice(0, MOST_ACCOUNTS);
  const { name, attributes } = cookieOf(ctx);
  await ctx.setSignedCookie(name, [id, ...accounts].join('.'), ctx.context.secret, attributes);
}
