import { parse } from 'hono/utils/cookie';

const OWN = /^\s*(?:__Host-)?moodring\./;

/** A browser has a handful. */
const MOST = 20;

/**
 * Our cookies in a Cookie header, decoded. Of two with the same name the first one counts. Others are left out unread, as are those
 * that no server of ours made: a header of 16 KB with thousands of them, or of wrong escapes, would hold up all calls.
 */
export function ownCookies(header: string | null | undefined): Record<string, string> {
  const own = (header ?? '').split(';').filter((cookie) => OWN.test(cookie));
  return parse(own.slice(0, MOST).filter(isEscaped).join(';'));
}

/** Whether its escapes, such as %2B, can be read. */
export function isEscaped(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
