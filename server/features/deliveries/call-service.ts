import { retryAfterMs } from './attempt.ts';
import { Misconfigured, Refused, RetryLater } from './errors.ts';

interface Call {
  headers: Record<string, string>;
  body: string | Buffer<ArrayBuffer>;
  timeoutMs?: number | undefined;
}

const TIMEOUT_MS = 10_000;
const RESPONSE_MAX_BYTES = 64 * 1024;

/** Redirects are not followed, so the delivery goes to no other address. @throws {RetryLater} when there is no response */
export function callService(name: string, address: string, call: Call, signal: AbortSignal): Promise<Response> {
  const { headers, body, timeoutMs = TIMEOUT_MS } = call;
  return fetch(address, {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  }).catch((error) => {
    throw new RetryLater(`${name} could not be reached (${networkErrorCode(error)})`);
  });
}

const TEMPORARY_STATUS = new Set([408, 409, 425, 429]);

/**
 * An unknown status blames the service: a duplicate text is better than a lost call for support.
 * @param refused statuses after which the delivery is not tried again
 * @param check what the operator has to look at
 */
export function errorOf(
  name: string,
  { status, headers }: Response,
  refused: ReadonlySet<number>,
  check: string,
): Error {
  const reason = `${name} answered ${status}`;
  if (refused.has(status)) return new Refused(reason);
  if (status >= 500 || TEMPORARY_STATUS.has(status)) return new RetryLater(reason, retryAfterMs(headers));
  return new Misconfigured(`${reason}: ${check}`);
}

/** @returns undefined when it has more than `maxBytes` @throws {TypeError} when it is not UTF-8 */
export async function readLimitedBody(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
): Promise<string | undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  let text = '';
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

export async function readJson({ body }: Response): Promise<Record<string, unknown> | undefined> {
  try {
    return JSON.parse((await readLimitedBody(body, RESPONSE_MAX_BYTES)) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** The id in a 2xx response; null when it is unreadable, because that must not lead to a second text. */
export async function readProviderId(response: Response): Promise<string | null> {
  const json = await readJson(response);
  const id = [json?.id, json?.messageId, json?.sid].find((value) => typeof value === 'string');
  return id && /^[\x20-\x7e]{1,200}$/.test(id) ? id : null;
}

function networkErrorCode(error: unknown): string {
  const { name, cause } = error as Error;
  return (cause as NodeJS.ErrnoException | undefined)?.code ?? name;
}
