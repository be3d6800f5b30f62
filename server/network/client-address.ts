import type { Context } from 'hono';
import type { ApiEnvironment } from '#server/http/api.ts';

/** The header in which the identity provider is told the caller's address; what a caller sends in it is dropped. */
export const CLIENT_ADDRESS_HEADER = 'x-moodring-client-address';

/**
 * The address that a request came from. Each trusted proxy has appended one address to X-Forwarded-For, so the
 * caller's is that many from the end; what stands before it anyone could have written.
 * @param trustProxy how many proxies stand before the server; 0 ignores the header
 */
export function clientAddress(peer: string | undefined, forwardedFor: string | null, trustProxy: number): string {
  if (trustProxy > 0 && forwardedFor) {
    const hops = forwardedFor.split(',').map((hop) => hop.trim());
    const hop = hops.at(-trustProxy) ?? hops[0];
    if (hop) return withoutPort(hop);
  }
  return peer ?? '127.0.0.1';
}

/** The address that a call of the app came from. */
export function addressOf(c: Context<ApiEnvironment>, trustProxy: number): string {
  return clientAddress(c.env?.incoming?.socket.remoteAddress, c.req.header('x-forwarded-for') ?? null, trustProxy);
}

/** Some proxies append the port that the caller came from, a new one for each connection. */
function withoutPort(hop: string): string {
  const [, bracketed, plain] = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(hop) ?? [];
  return bracketed ?? plain ?? hop;
}
