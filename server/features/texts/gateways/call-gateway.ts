import { readLimitedBody } from '../endpoints/read-limited-body.ts';
import { RetryLater } from './gateway.ts';

interface Call {
  headers: Record<string, string>;
  body: string;
  /** For one attempt, its answer included. */
  timeoutMs: number;
}

const ANSWER_MAX_BYTES = 64 * 1024;

/**
 * Posts a text to whoever takes it. Redirects are not followed: the text goes to nobody else.
 * @param who in the words of the log
 * @throws {RetryLater} when there is no answer
 */
export function callGateway(who: string, address: string, call: Call, signal: AbortSignal): Promise<Response> {
  const { headers, body, timeoutMs } = call;
  return fetch(address, {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  }).catch((error) => {
    throw new RetryLater(`${who} could not be reached (${networkFault(error)})`);
  });
}

/** What an answer says, as JSON; undefined when it cannot be read. */
export async function readAnswer({ body }: Response): Promise<Record<string, unknown> | undefined> {
  try {
    return JSON.parse((await readLimitedBody(body, ANSWER_MAX_BYTES)) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** A 2xx says that the text is taken, so an answer that cannot be read must not lead to a second one. */
export async function readProviderId(response: Response): Promise<string | null> {
  const answer = await readAnswer(response);
  const id = [answer?.id, answer?.messageId, answer?.sid].find((value) => typeof value === 'string');
  return id && /^[\x20-\x7e]{1,200}$/.test(id) ? id : null;
}

/** A code such as ECONNRESET, or TimeoutError: never the words of an error, which may quote the request. */
function networkFault(error: unknown): string {
  const { name, cause } = error as Error;
  return (cause as NodeJS.ErrnoException | undefined)?.code ?? name;
}
