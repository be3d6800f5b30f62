import type { Duplex } from 'node:stream';
import { ERRORS, type ErrorCode, ProductError } from '#contract/errors.ts';

export function rawResponseHeaders(appUrl: string): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    ...(appUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  };
}

const RETRY_AFTER_SECONDS: Partial<Record<ErrorCode, number>> = { unavailable: 5, too_many: 1 };

export function rawResponse(
  code: ErrorCode,
  appUrl: string,
  status: number = ERRORS[code],
  more: Record<string, string> = {},
): string {
  const body = JSON.stringify({ error: new ProductError(code).view() });
  const headers = {
    connection: 'close',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...(code in RETRY_AFTER_SECONDS && { 'retry-after': RETRY_AFTER_SECONDS[code] }),
    ...rawResponseHeaders(appUrl),
    ...more,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Refused\r\n${lines.join('')}\r\n${body}`;
}

/** Sends a connection's last response and closes it. Waiting for the peer to close could take forever. */
export function closeWithResponse(socket: Duplex, response: string): void {
  // Ignore errors on a closing socket; an unhandled one ends the process.
  socket.on('error', destroy);
  socket.once('finish', destroy);
  socket.end(response);
}

function destroy(this: Duplex): void {
  this.destroy();
}
