import { callGateway, readProviderId } from './call-gateway.ts';
import { type Gateway, NeedsMending, Refused, RetryLater } from './gateway.ts';
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
      const headers = {
        'content-type': 'application/json',
        'idempotency-key': id,
        ...(secret && { authorization: `Bearer ${secret}` }),
        ...(via && { via }),
      };
      const body = JSON.stringify({ phoneNumber, message });
      const response = await callGateway('the endpoint', address, { headers, body, timeoutMs }, signal);
      if (response.ok) return { providerId: await readProviderId(response) };

      await response.body?.cancel().catch(() => {});
      throw failureOf(response);
    },
  };
}

/** A call for support is worth more than a text too many: what does not speak of the text is the endpoint's trouble. */
function failureOf({ status, headers }: Response): Error {
  const reason = `the endpoint answered ${status}`;
  if (ABOUT_THE_TEXT.has(status)) return new Refused(reason);
  if (status >= 500 || PASSING.has(status)) return new RetryLater(reason, retryAfterMs(headers));
  if (ABOUT_THE_SECRET.has(status)) return new NeedsMending(`${reason}: check MESSAGE_ENDPOINT_SECRET`);
  return new NeedsMending(`${reason}: check what is at GENERAL_MESSAGE_URL or WELCOME_MESSAGE_URL`);
}
