import { type Gateway, NeedsMending, Refused, RetryLater } from './gateway.ts';
import { readCapped } from './read-capped.ts';
import { retryAfterMs } from './retry-after.ts';

interface Endpoint {
  address: string;
  /** Sent as a bearer token. */
  secret: string | undefined;
  /** For one attempt, its answer included. */
  timeoutMs?: number;
  /** Sent as `via`, by which an endpoint of ours finds out that a text runs in a circle. */
  via?: string;
}

const TIMEOUT_MS = 10_000;
const ANSWER_MAX_BYTES = 64 * 1024;
/** Too slow, still at the try before, too early, too many. */
const PASSING = new Set([408, 409, 425, 429]);
/** What is wrong with the text alone: not readable, too large, no such number. */
const ABOUT_THE_TEXT = new Set([400, 413, 422]);
const ABOUT_THE_SECRET = new Set([401, 403]);

/** A message endpoint: gets `POST {phoneNumber, message}` (spec §7), and the text's id by which it can drop a repeat. */
export function httpGateway({ address, secret, timeoutMs = TIMEOUT_MS, via }: Endpoint): Gateway {
  return {
    name: `message endpoint at ${new URL(address).origin}`,
    async send({ id, phoneNumber, message }, signal) {
      const response = await fetch(address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': id,
          ...(secret && { authorization: `Bearer ${secret}` }),
          ...(via && { via }),
        },
        body: JSON.stringify({ phoneNumber, message }),
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      }).catch((error) => {
        throw new RetryLater(networkFault(error));
      });
      if (response.ok) return { providerId: await readProviderId(response) };

      await response.body?.cancel().catch(() => {});
      throw failureOf(response);
    },
  };
}

/** A 2xx says that the text is taken, so an answer that cannot be read must not lead to a second one. */
async function readProviderId(response: Response): Promise<string | null> {
  try {
    const answer = JSON.parse((await readCapped(response.body, ANSWER_MAX_BYTES)) ?? 'null');
    const id = [answer?.id, answer?.messageId, answer?.sid].find((value) => typeof value === 'string');
    return id && /^[\x20-\x7e]{1,200}$/.test(id) ? id : null;
  } catch {
    return null;
  }
}

/** A call for support is worth more than a text too many: what does not speak of the text is the endpoint's trouble. */
function failureOf({ status, headers }: Response): Error {
  const reason = `the endpoint answered ${status}`;
  if (ABOUT_THE_TEXT.has(status)) return new Refused(reason);
  if (status >= 500 || PASSING.has(status)) return new RetryLater(reason, retryAfterMs(headers));
  if (ABOUT_THE_SECRET.has(status)) return new NeedsMending(`${reason}: check MESSAGE_ENDPOINT_SECRET`);
  return new NeedsMending(`${reason}: check what is at GENERAL_MESSAGE_URL or WELCOME_MESSAGE_URL`);
}

/** A code such as ECONNRESET, or TimeoutError: never the words of an error, which may quote the request. */
function networkFault(error: unknown): string {
  const { name, cause } = error as Error;
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  return `the endpoint could not be reached (${code ?? name})`;
}
