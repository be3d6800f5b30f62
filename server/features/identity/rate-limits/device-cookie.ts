import { randomBytes } from 'node:crypto';
import type { HookContext } from '../provider/allowed-calls.ts';

export const REMEMBERED_FOR = 365 * 24 * 60 * 60;
/** Enough for a family's browser. Beyond it, the account that signed in longest ago is forgotten. */
const MAX_ACCOUNTS = 8;

export interface KnownAccount {
  credentialVersion: string;
  /** Names this browser at this account, for limits of its own. Cookies from before there were ids have none. */
  deviceId: string | undefined;
}

const cookieOf = (ctx: HookContext) => ctx.context.createAuthCookie('device', { maxAge: REMEMBERED_FOR });

/** The account with this credential version, if it has signed in in this browser since its last new password. */
export async function findKnownAccount(ctx: HookContext, credentialVersion: string): Promise<KnownAccount | undefined> {
  return (await accountsOfDevice(ctx)).find((known) => known.credentialVersion === credentialVersion);
}

export async function accountsOfDevice(ctx: HookContext): Promise<KnownAccount[]> {
  return accountsIn(await readValue(ctx));
}

/** Makes this browser a known device of an account. It stays one after a sign-out. */
export async function markKnownDevice(ctx: HookContext, credentialVersion: string): Promise<void> {
  const { name, attributes } = cookieOf(ctx);
  const value = addAccount(await readValue(ctx), credentialVersion);
  await ctx.setSignedCookie(name, value, ctx.context.secret, attributes);
}

function readValue(ctx: HookContext) {
  return ctx.getSignedCookie(cookieOf(ctx).name, ctx.context.secret);
}

/** Gives an id to this account only: a guesser must not collect ids, each with a limit. */
export function addAccount(value: string | null | undefined | false, credentialVersion: string): string {
  const known = accountsIn(value);
  const isOwn = (account: KnownAccount) => account.credentialVersion === credentialVersion;
  const others = known.filter((account) => !isOwn(account));
  const present = known.find((account) => isOwn(account) && account.deviceId)?.deviceId;
  const deviceId = present ?? randomBytes(12).toString('base64url');
  return [{ credentialVersion, deviceId }, ...others].slice(0, MAX_ACCOUNTS).map(inCookie).join('.');
}

export function accountsIn(value: string | null | undefined | false): KnownAccount[] {
  if (!value) return [];
  return value.split('.').map((part) => {
    const [credentialVersion = '', deviceId] = part.split('~');
    return { credentialVersion, deviceId };
  });
}

function inCookie({ credentialVersion, deviceId }: KnownAccount): string {
  return deviceId ? `${credentialVersion}~${deviceId}` : credentialVersion;
}
