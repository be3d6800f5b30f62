/** Carries the caller's address to the identity provider. The app overwrites it, so callers cannot forge it. */
export const CLIENT_ADDRESS_HEADER = 'x-moodring-client-address';

/** As a proxy writes it, with the comma. Callers can send 15 KB of others before, which would be split for each request. */
const MAX_LENGTH = 100;

/** The last addresses in X-Forwarded-For: those that proxies may have written, and some before. */
export function lastHops(forwardedFor: string, trustProxy: number): string[] {
  return forwardedFor.slice(-MAX_LENGTH * (trustProxy + 1)).split(',');
}

/** The `trustProxy`-th address from the end of X-Forwarded-For; callers can forge those before it. 0 ignores it. */
export function clientAddress(peer: string | undefined, forwardedFor: string | null, trustProxy: number): string {
  if (trustProxy > 0 && forwardedFor) {
    const hops = lastHops(forwardedFor, trustProxy);
    const hop = (hops.at(-trustProxy) ?? hops[0])?.trim();
    if (hop) return withoutPort(hop);
  }
  return peer ?? '127.0.0.1';
}

/** Some proxies append the caller's port, which differs for each connection. */
function withoutPort(hop: string): string {
  const [, bracketed, plain] = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(hop) ?? [];
  return bracketed ?? plain ?? hop;
}
