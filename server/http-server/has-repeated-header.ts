import type { IncomingMessage } from 'node:http';

/** Headers with one value. A proxy and this server must agree on it: it decides where a request goes and ends, and who sent it. */
const ONCE = new Set(['host', 'content-length', 'transfer-encoding', 'content-type', 'origin', 'authorization']);

/** Node uses the first or joins them; a proxy before it may have used the last (RFC 9112 §3.2: answer 400). */
export function hasRepeatedHeader({ rawHeaders }: IncomingMessage): boolean {
  const seen = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase();
    if (!ONCE.has(name)) continue;
    if (seen.has(name)) return true;
    seen.add(name);
  }
  return false;
}
