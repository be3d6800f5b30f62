import { createHmac, timingSafeEqual } from 'node:crypto';
import { ownCookies } from '#server/network/own-cookies.ts';

/** The token in a cookie that the identity provider signed: `{token}.{HMAC-SHA256 in base64}`; undefined without one. */
export function signedToken(cookies: string, name: string, secret: string): string | undefined {
  const value = ownCookies(cookies)[name];
  const end = value?.lastIndexOf('.') ?? -1;
  if (!value || end < 1) return;
  const token = value.slice(0, end);
  const given = Buffer.from(value.slice(end + 1));
  const expected = Buffer.from(createHmac('sha256', secret).update(token).digest('base64'));
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined;
}

/**
 * A Cookie header that the provider's parser reads as ours does. They take odd quotes and spaces differently, so a header with
 * two sessions was one person's for us and another's for the provider, who then checked the wrong person's password.
 */
export function forProvider(cookies: string | null | undefined): string {
  const read = Object.entries(ownCookies(cookies));
  return read.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('; ');
}

const SESSION_COOKIE = /(?:^|;)\s*(?:__Host-)?moodring\.session_token=[^\s;]/;

/** Whether a Cookie header has a session cookie. Only a hint: it checks neither the signature nor the session. */
export function hasSessionCookie(cookies: string | undefined): boolean {
  return cookies !== undefined && SESSION_COOKIE.test(cookies);
}
