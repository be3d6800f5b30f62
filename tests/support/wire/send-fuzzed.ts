import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** A request that no browser would send. */
export interface FuzzedRequest {
  method: string;
  /** Sent unchanged, except that bytes which HTTP does not allow are percent-encoded. */
  path: string;
  headers: OutgoingHttpHeaders;
  body?: string | Buffer;
}

export interface FuzzedAnswer {
  status: number;
  type: string;
  body: string;
}

/** Node refuses requests with a larger head. */
const MOST_HEAD_BYTES = 16_000;

const CLOSED: FuzzedAnswer = { status: 400, type: 'application/json', body: '{"message":"closed"}' };

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** @throws when no answer comes */
export async function sendFuzzed(
  origin: string,
  { method, path, headers, body }: FuzzedRequest,
): Promise<FuzzedAnswer> {
  const { hostname, port } = new URL(origin);
  const { promise, resolve, reject } = Promise.withResolvers<FuzzedAnswer>();
  const asking = request({ hostname, port, agent, method, path: printable(path), headers }, (answer) => {
    const type = answer.headers['content-type'] ?? '';
    text(answer).then((body) => resolve({ status: answer.statusCode!, type, body }), reject);
  });
  asking.setTimeout(10_000, () => asking.destroy(new Error('no answer in time')));
  asking.on('error', (cause: NodeJS.ErrnoException) => {
    // The server refuses it before it is complete, and the answer may be lost when the connection closes.
    const isUnreadable = printable(path).length > MOST_HEAD_BYTES || !path.startsWith('/');
    if (isUnreadable && /^E(CONNRESET|PIPE)$/.test(cause.code ?? '')) resolve(CLOSED);
    else reject(new Error(`No answer to ${method} ${path}`, { cause }));
  });
  asking.end(body);
  return promise;
}

function printable(path: string): string {
  const escaped = (character: string) =>
    [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  return path.replace(/[^\x21-\x7e]+/g, escaped);
}
