import { generateSignedCookie } from 'hono/cookie';
import type { createProvider } from '../provider/create-provider.ts';
import { accountsIn, addAccount, type KnownAccount, REMEMBERED_FOR } from '../rate-limits/device-cookie.ts';
import { signedToken } from '../sessions/session-cookie.ts';

type Provider = ReturnType<typeof createProvider>;

export async function knownAccounts(provider: Provider, cookies: string | null | undefined): Promise<KnownAccount[]> {
  return accountsIn((await readCookie(provider, cookies)).present);
}

/** A reset makes all devices unknown; this one becomes known, so that a guesser cannot use up its tries. */
export async function knownDeviceCookie(
  provider: Provider,
  cookies: string | null | undefined,
  credentialVersion: string,
): Promise<string> {
  const { secret } = await provider.$context;
  const { name, attributes, present } = await readCookie(provider, cookies);
  const { path, httpOnly, sameSite, secure } = attributes;
  return generateSignedCookie(name, addAccount(present, credentialVersion), secret, {
    ...{ path, httpOnly, sameSite, secure },
    maxAge: REMEMBERED_FOR,
  } as Parameters<typeof generateSignedCookie>[3]);
}

async function readCookie(provider: Provider, cookies: string | null | undefined) {
  const { createAuthCookie, secret } = await provider.$context;
  const { name, attributes } = createAuthCookie('device', { maxAge: REMEMBERED_FOR });
  return { name, attributes, present: signedToken(cookies ?? '', name, secret) };
}
