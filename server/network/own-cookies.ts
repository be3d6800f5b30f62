import { parse } from 'hono/utils/cookie';

const PREFIX = 'moodring.';
const OWN = /^\s*(?:__Host-)?moodring\./;

/** A browser has a handful, together of 1 KB. */
const MOST = 20;
const MOST_CHARACTERS = 4_096;

/**
 * Our cookies in a Cookie header, decoded. Of two with the same name the first one counts. Others are left out unread, as are those
 * that no server of ours made: a header of 16 KB with thousands of them, or of wrong escapes, would hold up all calls.
 */
export function ownCookies(header: string | null | undefined): Record<string, string> {
  const all = header ?? '';
  const own: string[] = [];
  let room = MOST_CHARACTERS;
  for (let at = all.indexOf(PREFIX), end = 0; at >= 0 && own.length < MOST; at = all.indexOf(PREFIX, end)) {
    end = all.indexOf(';', at);
    if (end < 0) end = all.length;
    const cookie = all.slice(all.lastIndexOf(';', at) + 1, end);
    if (!OWN.test(cookie) || cookie.length > room) continue;
    own.push(cookie);
    room -= cookie.length;
  }
  return parse(own.filter(isDecodable).join(';'));
}

/** Whether all its escapes, such as %2B, can be decoded. */
export function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
