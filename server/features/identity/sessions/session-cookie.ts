import { createHmac, timingSafeEqual } from 'node:crypto';

/** Reads the cookie that a session comes in, as the identity provider signs it: `{token}.{HMAC-SHA256 in base64}`. */
export interface SessionCookie {
  /**
   * The token of the session; undefined when there is no such cookie, or nobody but us signed it.
   * @param cookies the Cookie header
   */
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
      const right = Buffer.from(createHmac('sha256', secret).update(token).digest('base64'));
      return given.length === right.length && timingSafeEqual(given, right) ? token : undefined;
    },
  };
}

/** Of two cookies with one name the first counts, as it does for the provider. */
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
