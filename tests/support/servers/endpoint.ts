import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A call that the endpoint has got. */
interface Received {
  /** Of the address that was called, and its query. */
  path: string;
  query: string;
  headers: IncomingHttpHeaders;
  /** As the specification says it; Twilio's has other names. */
  body: { phoneNumber: string; message: string; [name: string]: string };
}

type Answer = (response: ServerResponse, received: Received) => void;

/** A message endpoint of the world outside: keeps what it gets, and answers as it is told. */
export interface TestEndpoint {
  address: string;
  received: Received[];
  /** The ids of the texts it got, in order. */
  keys(): (string | undefined)[];
  answer: Answer;
  close(): Promise<void>;
}

/** Takes every text until `answer` is set to something else. */
export async function openEndpoint(): Promise<TestEndpoint> {
  const server = createServer(async (request, response) => {
    const body = await text(request)
      .then((said) => bodyOf(request.headers, said))
      .catch(() => undefined);
    // Who called was killed before it had said all.
    if (!body) return;
    const [path = '', query = ''] = request.url?.split('?') ?? [];
    const received = { path, query, headers: request.headers, body };
    endpoint.received.push(received);
    endpoint.answer(response, received);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint: TestEndpoint = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/texts`,
    received: [],
    keys: () => endpoint.received.map(({ headers }) => headers['idempotency-key'] as string | undefined),
    answer: status(202),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return endpoint;
}

function bodyOf(headers: IncomingHttpHeaders, said: string): Received['body'] {
  const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
  return JSON.parse(isForm ? JSON.stringify(Object.fromEntries(new URLSearchParams(said))) : said);
}

/** Answers with a status, and a body if there is one. */
export function status(code: number, headers: Record<string, string> = {}, body = ''): Answer {
  return (response) => response.writeHead(code, headers).end(body);
}

/** Never answers. */
export const hang: Answer = () => {};

/** Breaks the connection. */
export const reset: Answer = (response) => response.socket?.resetAndDestroy();
