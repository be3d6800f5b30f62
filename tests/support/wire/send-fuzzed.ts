import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** A request as no browser would make it. */
export interface FuzzedRequest {
  method: string;
  /** As it goes over the wire, but for what HTTP has no room for: that is percent-encoded. */
  path: string;
  headers: OutgoingHttpHeaders;
  body?: string | Buffer;
}

export interface FuzzedAnswer {
  status: number;
  type: string;
  body: string;
}

/** So much Node reads of a request before its body. */
const MOST_HEAD_BYTES = 16_000;

const HUNG_UP: FuzzedAnswer = { status: 400, type: 'application/json', body: '{"message":"hung up"}' };

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
  asking.setTimeout(10_000, () => asking.destroy(new Error('it hung')));
  asking.on('error', (cause: NodeJS.ErrnoException) => {
    // Refused while it is still on its way, and the refusal may be lost with the rest of it.
    const isUnreadable = printable(path).length > MOST_HEAD_BYTES || !path.startsWith('/');
    if (isUnreadable && /^E(CONNRESET|PIPE)$/.test(cause.code ?? '')) resolve(HUNG_UP);
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
