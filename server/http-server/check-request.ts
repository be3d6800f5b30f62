import type { IncomingMessage } from 'node:http';
import { isDecodable } from '#server/network/own-cookies.ts';

/** Browsers and proxies send fewer than sixty. Many tiny ones take far more memory than their bytes. */
export const MOST_HEADER_LINES = 100;

/** Of Accept-Encoding, in characters. It is parsed for each file. */
const MOST_ACCEPTED = 500;

/** Headers with one value. A proxy and this server must agree on it: it decides where a request goes and ends, and who sent it. */
const ONCE = new Set(['host', 'content-length', 'transfer-encoding', 'content-type', 'origin', 'authorization']);

/** Whether a request can be answered. Others get 400, before anything else reads them; those without a host a little later. */
export function isAcceptable({ method, url = '', headers, rawHeaders }: IncomingMessage): boolean {
  const {
    host,
    'accept-encoding': accepted = '',
    'content-length': length = 0,
    'transfer-encoding': encoding,
  } = headers;
  // Nothing reads such a body, so it would stay in memory until the response has gone.
  const hasUnreadBody = (method === 'GET' || method === 'HEAD') && (encoding !== undefined || Number(length) > 0);
  return (
    rawHeaders.length <= 2 * MOST_HEADER_LINES &&
    !hasRepeatedHeader(rawHeaders) &&
    !hasUnreadBody &&
    accepted.length <= MOST_ACCEPTED &&
    url.startsWith('/') &&
    isDecodable(url) &&
    (!host || URL.canParse(`http://${host}`))
  );
}

/** Node uses the first or joins them; a proxy before it may have used the last (RFC 9112 §3.2: answer 400). */
function hasRepeatedHeader(rawHeaders: string[]): boolean {
  const seen = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase();
    if (!ONCE.has(name)) continue;
    if (seen.has(name)) return true;
    seen.add(name);
  }
  return false;
}
