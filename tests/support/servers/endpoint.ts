import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listen } from './listen.ts';

/** A received call. */
interface Received {
  /** The path and the query of the called address. */
  path: string;
  query: string;
  headers: IncomingHttpHeaders;
  /** The specification's fields; Twilio's calls have other fields. */
  body: { phoneNumber: string; message: string; [name: string]: string };
}

type Answer = (response: ServerResponse, received: Received) => void;

export type TestEndpoint = Awaited<ReturnType<typeof openEndpoint>>;

/** Starts a message endpoint that records its calls, and accepts every text until `answer` is set. */
export async function openEndpoint() {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request)
      .then((content) => bodyOf(request.headers, content))
      .catch(() => undefined);
    // The caller was killed while it was sending.
    if (!body) return;
    const [path = '', query = ''] = request.url?.split('?') ?? [];
    const call = { path, query, headers: request.headers, body };
    received.push(call);
    endpoint.answer(response, call);
  });
  const { port, close } = await listen(server);
  const endpoint = {
    address: `http://127.0.0.1:${port}/texts`,
    received,
    /** The idempotency keys of the received texts, in order. */
    keys: () => received.map(({ headers }) => headers['idempotency-key'] as string | undefined),
    answer: status(202),
    close,
  };
  return endpoint;
}

function bodyOf(headers: IncomingHttpHeaders, content: string): Received['body'] {
  const isForm = headers['content-type'] === 'application/x-www-form-urlencoded';
  return JSON.parse(isForm ? JSON.stringify(Object.fromEntries(new URLSearchParams(content))) : content);
}

/** Answers with a status and a body. */
export function status(code: number, headers: Record<string, string> = {}, body = ''): Answer {
  return (response) => response.writeHead(code, headers).end(body);
}

/** Never answers. */
export const hang: Answer = () => {};

/** Breaks the connection. */
export const reset: Answer = (response) => response.socket?.resetAndDestroy();
