import { generateSignedCookie } from 'hono/cookie';
import type { createProvider } from '../provider/create-provider.ts';
import { addAccount, REMEMBERED_FOR } from '../rate-limits/device-cookie.ts';
import { createSessionCookie } from '../sessions/session-cookie.ts';

/**
 * The Set-Cookie header that makes a browser a known device of an account after a reset, which makes it an unknown one in all
 * browsers. Otherwise somebody who guesses passwords could use up the tries of its owner, who has just chosen a new one.
 * @param cookies the browser's present ones
 */
export async function knownDeviceCookie(
  provider: ReturnType<typeof createProvider>,
  cookies: string | null | undefined,
  credentialVersion: string,
): Promise<string> {
  const { createAuthCookie, secret } = await provider.$context;
  const { name, attributes } = createAuthCookie('device', { maxAge: REMEMBERED_FOR });
  const present = createSessionCookie(name, secret).tokenIn(cookies ?? '');
  const { path, httpOnly, sameSite, secure } = attributes;
  return generateSignedCookie(name, addAccount(present, credentialVersion), secret, {
    ...{ path, httpOnly, sameSite, secure },
    maxAge: REMEMBERED_FOR,
  } as Parameters<typeof generateSignedCookie>[3]);
}
