import { createHmac, timingSafeEqual } from 'node:crypto';

/** Reads the session cookie that the identity provider signs: `{token}.{HMAC-SHA256 in base64}`. */
export interface SessionCookie {
  /** The session's token in a Cookie header; undefined without a cookie that this server signed. */
  tokenIn(cookies: string): string | undefined;
}

export function createSessionCookie(name: string, secret: string): SessionCookie {
  return {
    tokenIn(cookies) {
      const value = firstCookie(name, cookies);
      const end = value?.lastIndexOf('.') ?? -1;
      if (!value || end < 1) return;
      const token = value.slice(0, end);
      const given = Buffer.from(value.slice(end + 1));
      const expected = Buffer.from(createHmac('sha256', secret).update(token).digest('base64'));
      return given.length === expected.length && timingSafeEqual(given, expected) ? token : undefined;
    },
  };
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
