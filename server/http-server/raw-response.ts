import { ERRORS, type ErrorCode } from '#contract/errors.ts';

/** The headers of an answer that is nobody's page: what a browser gets besides the app's own answers. */
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

/**
 * An error as it goes over the wire, for what never becomes a request of the app: what cannot be read as HTTP, and a
 * WebSocket that is not let in. It is the connection's last answer.
 * @param more further headers
 */
export function rawResponse(
  code: ErrorCode,
  appUrl: string,
  status: number = ERRORS[code].status,
  more: Record<string, string> = {},
): string {
  const body = JSON.stringify({ error: { code, message: ERRORS[code].message } });
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
