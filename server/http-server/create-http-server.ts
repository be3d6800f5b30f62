import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener, RequestError } from '@hono/node-server';
import type { Logger } from 'pino';
import { type ErrorCode, ProductError } from '#contract/errors.ts';
import { errorResponse } from '#server/http/error-response.ts';
import { isAcceptable, MOST_HEADER_LINES } from './check-request.ts';
import { queueRequests } from './queue-requests.ts';
import { closeWithResponse, rawResponse, rawResponseHeaders } from './raw-response.ts';

const TIMEOUTS = {
  headersTimeout: 10_000,
  /** For the whole request with its body, which has 128 KiB at most, a photo 10 MB. */
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
  timeout: 60_000,
  /** After a response. Long, so that a caller rarely sends its next request just as the connection is closed. */
  keepAliveTimeout: 55_000,
};

/** The app as an HTTP server with time-outs. Malformed requests get the same error responses as the app's. */
export function createHttpServer(
  app: { fetch: Parameters<typeof getRequestListener>[0] },
  { appUrl, log }: { appUrl: string; log: Logger },
  { timeout, ...limits } = TIMEOUTS,
): Server {
  const listen = getRequestListener(app.fetch, {
    errorHandler(error) {
      const answer = errorResponse(error instanceof RequestError ? new ProductError('invalid') : (error as Error), log);
      for (const [name, value] of Object.entries(rawResponseHeaders(appUrl))) answer.headers.set(name, value);
      return answer;
    },
  });
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    // During a stop the response closes the connection, so the caller's next request goes to another server.
    if (!server.listening) response.shouldKeepAlive = false;
    if (isAcceptable(request)) void listen(request, response);
    else refuse(request.socket, 'invalid');
  };
  const listener = queueRequests(answer, (socket) => refuse(socket, 'too_many'));
  const server: Server = createServer(
    {
      ...limits,
      // The listener refuses requests without a host itself, with an error body and security headers.
      requireHostHeader: false,
      // Other upgrades are ignored (RFC 9110 §7.8). Node before 24.9 lacks this option, and the gateway refuses them.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    },
    listener,
  );
  server.timeout = timeout;
  // Node refuses or drops further ones, by its version, so they take no memory.
  server.maxHeadersCount = MOST_HEADER_LINES + 1;
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const [code, status] = REFUSALS[error.code ?? ''] ?? ['invalid', 400];
    refuse(socket, code, status);
  });
  // The app also answers requests with an unknown Expect header.
  server.on('checkExpectation', listener);
  server.on('connect', (_, socket) => refuse(socket, 'not_found'));

  function refuse(socket: Duplex, code: ErrorCode, status?: number): void {
    // A response has begun: cut it off rather than write a second one into it.
    const hasBegun = (socket as { _httpMessage?: ServerResponse })._httpMessage?.headersSent;
    if (!socket.writable || hasBegun) socket.destroy();
    else closeWithResponse(socket, rawResponse(code, appUrl, status));
  }
  return server;
}

const REFUSALS: Record<string, [ErrorCode, number]> = {
  HPE_HEADER_OVERFLOW: ['too_large', 431],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['too_large', 413],
  ERR_HTTP_REQUEST_TIMEOUT: ['invalid', 408],
};
