import { randomBytes } from 'node:crypto';
import { generateSignedCookie } from 'hono/cookie';
import type { HookContext } from '../provider/allowed-calls.ts';
import { signedToken } from '../sessions/session-cookie.ts';

const REMEMBERED_FOR = 365 * 24 * 60 * 60;
/** Enough for a family's browser. When it is full, a new account takes one of the last places. The first ones stay. */
const MAX_ACCOUNTS = 8;
const LASTING = 4;
/** Other cookies are signed in the same way, and anybody can get one. Their values do not have this form. */
const ACCOUNT = /^(?<credentialVersion>[0-9a-f-]{36})(?:~(?<deviceId>[\w-]+))?$/;

interface KnownAccount {
  credentialVersion: string;
  /** Names this browser at this account, for limits of its own. Cookies from before there were ids have none. */
  deviceId: string | undefined;
}

type Provider = Pick<HookContext['context'], 'createAuthCookie' | 'secret'>;
type Cookies = string | null | undefined;

const cookieOf = ({ createAuthCookie }: Provider) => createAuthCookie('device', { maxAge: REMEMBERED_FOR });

/** The accounts that have signed in in this browser since their last new password. */
export function accountsOfDevice(provider: Provider, cookies: Cookies): KnownAccount[] {
  const value = signedToken(cookies ?? '', cookieOf(provider).name, provider.secret);
  return (value?.split('.') ?? []).flatMap((part) => {
    const { credentialVersion, deviceId } = ACCOUNT.exec(part)?.groups ?? {};
    return credentialVersion ? [{ credentialVersion, deviceId }] : [];
  });
}

/** Makes this browser a known device of an account. It stays one after a sign-out. */
export async function markKnownDevice(ctx: HookContext, credentialVersion: string): Promise<void> {
  const { name, attributes } = cookieOf(ctx.context);
  const value = withAccount(accountsOfDevice(ctx.context, ctx.headers?.get('cookie')), credentialVersion);
  await ctx.setSignedCookie(name, value, ctx.context.secret, attributes);
}

/** A reset makes all devices unknown; this one becomes known, so that a guesser cannot use up its tries. */
export function knownDeviceCookie(provider: Provider, cookies: Cookies, credentialVersion: string): Promise<string> {
  const { name, attributes } = cookieOf(provider);
  const { path, httpOnly, sameSite, secure } = attributes;
  const value = withAccount(accountsOfDevice(provider, cookies), credentialVersion);
  return generateSignedCookie(name, value, provider.secret, {
    ...{ path, httpOnly, sameSite, secure },
    maxAge: REMEMBERED_FOR,
  } as Parameters<typeof generateSignedCookie>[3]);
}

/** Gives an id to this account only: a guesser must not collect ids, each with a limit. */
function withAccount(known: KnownAccount[], credentialVersion: string): string {
  const isOwn = (account: KnownAccount) => account.credentialVersion === credentialVersion;
  const own = known.find(isOwn);
  const deviceId = own?.deviceId ?? randomBytes(12).toString('base64url');
  const all = known.map((account) => (account === own ? { ...own, deviceId } : account));
  if (!own) all.push({ credentialVersion, deviceId });
  if (all.length > MAX_ACCOUNTS) all.splice(LASTING, 1);
  return all.map(inCookie).join('.');
}

function inCookie({ credentialVersion, deviceId }: KnownAccount): string {
  return deviceId ? `${credentialVersion}~${deviceId}` : credentialVersion;
}
