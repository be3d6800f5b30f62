import { createHmac, timingSafeEqual } from 'node:crypto';

/** The token in a cookie that the identity provider signed: `{token}.{HMAC-SHA256 in base64}`; undefined without one. */
export function signedToken(cookies: string, name: string, secret: string): string | undefined {
  const value = firstCookie(name, cookies);
  const end = value?.lastIndexOf('.') ?? -1;
  if (!value || end < 1) return;
  const token = value.slice(0, end);
  const given = Buffer.from(value.slice(end + 1));
  const expected = Buffer.from(createHmac('sha256', secret).update(token).digest('base64'));
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined;
}

/** Of two cookies with the same name the first one counts, as in the provider. */
function firstCookie(name: string, cookies: string): string | undefined {
  for (const cookie of cookies.split(';')) {
    const equals = cookie.indexOf('=');
    if (equals > 0 && cookie.slice(0, equals).trim() === name) return decoded(cookie.slice(equals + 1).trim());
  }
}

function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

const SESSION_COOKIE = /(?:^|;)\s*(?:__Host-)?moodring\.session_token=[^\s;]/;

/** Whether a Cookie header has a session cookie. Only a hint: it checks neither the signature nor the session. */
export function hasSessionCookie(cookies: string | undefined): boolean {
  return cookies !== undefined && SESSION_COOKIE.test(cookies);
}
