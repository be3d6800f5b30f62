import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Logger } from 'pino';
import { type ErrorCode, ProductError } from '#contract/errors.ts';
import { errorResponse } from '#server/http/error-response.ts';
import { closeWithResponse } from './close-with-response.ts';
import { hasRepeatedHeader } from './has-repeated-header.ts';
import { queueRequests } from './queue-requests.ts';
import { rawResponse, rawResponseHeaders } from './raw-response.ts';

/** How long a caller may take; who is slower holds a connection that others need. All in milliseconds. */
interface Patience {
  headersTimeout: number;
  /** For the whole request, its body included: at most 128 KiB, and mostly far less. */
  requestTimeout: number;
  connectionsCheckingInterval: number;
  /** Without a byte in either direction: an answer that is not read. */
  timeout: number;
  /** After an answer: who keeps a connection for the next call must not find it closed just as that goes out. */
  keepAliveTimeout: number;
}

const PATIENCE: Patience = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
  timeout: 60_000,
  keepAliveTimeout: 55_000,
};

/** The app as an HTTP server that waits for nobody forever, and that answers what is no request as it answers errors. */
export function createHttpServer(
  app: { fetch: Parameters<typeof getRequestListener>[0] },
  { appUrl, log }: { appUrl: string; log: Logger },
  { timeout, ...limits }: Patience = PATIENCE,
): Server {
  const listen = getRequestListener(app.fetch, {
    errorHandler(error) {
      const answer = errorResponse(error instanceof RequestError ? new ProductError('invalid') : (error as Error), log);
      for (const [name, value] of Object.entries(rawResponseHeaders(appUrl))) answer.headers.set(name, value);
      return answer;
    },
  });
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    // While the server stops, whoever has a connection still is answered, and then comes back to another one.
    if (!server.listening) response.shouldKeepAlive = false;
    if (hasRepeatedHeader(request)) refuse(request.socket, 'invalid');
    else void listen(request, response);
  };
  const listener = queueRequests(answer, (socket) => refuse(socket, 'too_many'));
  const server: Server = createServer(
    {
      ...limits,
      // A request without a host is refused by the listener, with headers and words.
      requireHostHeader: false,
      // Whoever would rather speak something else is answered as if they had not said so (RFC 9110 §7.8). Node before
      // 24.9 does not ask, and the gateway refuses them.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    },
    listener,
  );
  server.timeout = timeout;
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const [code, status] = REFUSALS[error.code ?? ''] ?? ['invalid', 400];
    refuse(socket, code, status);
  });
  // What a caller expects of us besides 100-continue is for the app to answer, too.
  server.on('checkExpectation', listener);
  // A proxy's work, which is none of ours.
  server.on('connect', (_, socket) => refuse(socket, 'not_found'));

  function refuse(socket: Duplex, code: ErrorCode, status?: number): void {
    // An answer that has begun cannot be taken back; half of it is better than a second one in its middle.
    const begun = (socket as { _httpMessage?: ServerResponse })._httpMessage?.headersSent;
    if (!socket.writable || begun) socket.destroy();
    else closeWithResponse(socket, rawResponse(code, appUrl, status));
  }
  return server;
}

const REFUSALS: Record<string, [ErrorCode, number]> = {
  HPE_HEADER_OVERFLOW: ['too_large', 431],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['too_large', 413],
  ERR_HTTP_REQUEST_TIMEOUT: ['invalid', 408],
};
