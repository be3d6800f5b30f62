import type { Client } from '#fixtures/client.ts';

/** The result of a call during a fault. */
export type Outcome =
  | { kind: 'done'; body: unknown }
  /** 503 with Retry-After. */
  | { kind: 'unavailable' }
  /** 429 with Retry-After. */
  | { kind: 'limited' }
  /** The connection broke or was refused. */
  | { kind: 'unanswered' }
  /** Any other answer; it is wrong in every fault. */
  | { kind: 'unexpected'; what: string };

/** Even slow answers arrive before this time. */
const HANGS_AFTER_MS = 30_000;

/** Calls the API once. It never throws. */
export async function callOnce(client: Client, method: string, path: string, body?: unknown): Promise<Outcome> {
  try {
    const response = await fetch(client.origin + path, {
      method,
      headers: { origin: client.origin, cookie: client.cookie, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(HANGS_AFTER_MS),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.ok) return { kind: 'done', body: JSON.parse(text) };
    const comesBack = Number(response.headers.get('retry-after')) > 0;
    if (response.status === 503 && comesBack) return { kind: 'unavailable' };
    if (response.status === 429 && comesBack) return { kind: 'limited' };
    return { kind: 'unexpected', what: `${method} ${path}: ${response.status} ${text}` };
  } catch (error) {
    if ((error as Error).name === 'TimeoutError') return { kind: 'unexpected', what: `${method} ${path} hung` };
    return { kind: 'unanswered' };
  }
}
