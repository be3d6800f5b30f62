import type { IncomingMessage } from 'node:http';

/** One value each, on which a proxy and this server have to agree: where a request goes, where it ends, who asks. */
const ONCE = new Set(['host', 'content-length', 'transfer-encoding', 'content-type', 'origin', 'authorization']);

/**
 * Whether a request has a header twice that decides something. Node takes the first, or joins them; a proxy before it may
 * have taken the last (RFC 9112 §3.2: 400).
 */
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
