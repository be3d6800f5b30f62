import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

/** A call that the endpoint has got. */
interface Received {
  /** The query of the address that was called. */
  query: string;
  headers: IncomingHttpHeaders;
  body: { phoneNumber: string; message: string };
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
    const body = (await json(request).catch(() => undefined)) as Received['body'] | undefined;
    // Who called was killed before it had said all.
    if (!body) return;
    const received = { query: request.url?.split('?')[1] ?? '', headers: request.headers, body };
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

/** Answers with a status, and a body if there is one. */
export function status(code: number, headers: Record<string, string> = {}, body = ''): Answer {
  return (response) => response.writeHead(code, headers).end(body);
}

/** Never answers. */
export const hang: Answer = () => {};

/** Breaks the connection. */
export const reset: Answer = (response) => response.socket?.resetAndDestroy();
