import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { Logger } from 'pino';
import { WebSocketServer } from 'ws';
import type { ErrorCode } from '#contract/errors.ts';
import { LIVE_FRAME_MAX_BYTES } from '#contract/sizes.ts';
import type { Config } from '#server/config.ts';
import type { Identity, SignedInPerson } from '#server/features/identity/index.ts';
import { isAcceptable } from '#server/http-server/check-request.ts';
import { closeWithResponse, rawResponse } from '#server/http-server/raw-response.ts';
import { languageOf } from '#server/languages.ts';
import type { SecurityLog } from '#server/logging/security-log.ts';
import { clientAddress } from '#server/network/client-address.ts';
import { clientNetwork } from '#server/network/client-network.ts';
import type { Bus } from './bus/bus.ts';
import { LiveSocket, type SocketSettings } from './live-socket.ts';

interface Dependencies {
  config: Config;
  identity: Identity;
  settings: SocketSettings;
  securityLog: SecurityLog;
  log: Logger;
  checkSessions(sockets: Iterable<LiveSocket>): void;
  hasRoom(request: IncomingMessage): boolean;
  /** Undefined when there can be no other nodes. */
  bus: Bus | undefined;
}

const SOCKET_LIMITS = {
  maxPayload: LIVE_FRAME_MAX_BYTES,
  maxFragments: 128,
  /** Chunks of a frame as the network delivers them. Many tiny ones would use far more memory than the frame. */
  maxBufferedChunks: 1_024,
  closeTimeout: 5_000,
};

/** Sent with a refusal, so that a client with another version knows ours (RFC 6455 §4.4). */
const VERSION = { 'sec-websocket-version': '13' };

/** Opens `GET /api/live`. Browsers send cookies with any page's WebSocket, so only the Origin keeps other sites out. */
export function acceptSockets(server: Server, dependencies: Dependencies): void {
  const { config, identity, settings, securityLog, log, checkSessions, hasRoom, bus } = dependencies;
  const { appUrl, trustedOrigins } = config;
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    ...SOCKET_LIMITS,
    autoPong: false,
    perMessageDeflate: false,
    WebSocket: LiveSocket,
  });

  // The library's own refusals lack our security headers.
  sockets.on('wsClientError', (_, socket) => closeWithResponse(socket, rawResponse('invalid', appUrl, 400, VERSION)));

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', destroy);
    authorize(request)
      .then(async (result) => {
        if (result === 'foreign_origin') securityLog.record('foreign-origin', { address: addressOf(request) });
        if (typeof result === 'string') return closeWithResponse(socket, rawResponse(result, appUrl));
        await open(request, socket, head, result);
      })
      .catch((error) => {
        log.error({ err: error }, 'a live connection could not be opened');
        closeWithResponse(socket, rawResponse('unavailable', appUrl));
      });
  });

  function addressOf({ socket, headers }: IncomingMessage): string {
    return clientAddress(socket.remoteAddress, String(headers['x-forwarded-for'] ?? ''), config.trustProxy);
  }

  async function authorize(request: IncomingMessage): Promise<SignedInPerson | ErrorCode> {
    if (!isAcceptable(request)) return 'invalid';
    if (request.url?.split('?')[0] !== '/api/live') return 'not_found';
    if (!request.headers.origin || !trustedOrigins.includes(request.headers.origin)) return 'foreign_origin';
    return (await identity.findPerson(request.headers.cookie)) ?? 'not_signed_in';
  }

  /** Subscribes before the socket opens: an event between the browser's first fetch and the subscription would be lost. */
  async function open(request: IncomingMessage, stream: Duplex, head: Buffer, person: SignedInPerson): Promise<void> {
    if (stream.destroyed) return;
    let opened: LiveSocket | undefined;
    const networkHash = crc32(clientNetwork(addressOf(request)));
    const subscribed = bus?.subscribe(person.uid);
    try {
      await subscribed;
      if (stream.destroyed) return;
      // A stop has begun meanwhile and has closed all sockets. A new one would hold it up.
      if (!server.listening || !hasRoom(request)) return closeWithResponse(stream, rawResponse('unavailable', appUrl));
      stream.off('error', destroy);
      opened = upgrade(request, stream, head, person);
      if (!opened) return;
      opened.networkHash = networkHash;
      opened.language = languageOf(request.headers);
      register(opened, stream, person);
    } finally {
      if (subscribed && !opened) bus?.unsubscribe(person.uid);
    }
  }

  function upgrade(
    request: IncomingMessage,
    stream: Duplex,
    head: Buffer,
    person: SignedInPerson,
  ): LiveSocket | undefined {
    let opened: LiveSocket | undefined;
    const addCookies = (headers: string[]) =>
      headers.push(...person.renewedCookies.map((cookie) => `Set-Cookie: ${cookie}`));
    sockets.on('headers', addCookies);
    try {
      sockets.handleUpgrade(request, stream, head, (socket) => {
        opened = socket;
      });
    } finally {
      // Otherwise the next person's answer would carry this one's cookies.
      sockets.off('headers', addCookies);
    }
    return opened;
  }

  /** A failure here closes the socket. The session may have ended since it was looked up, before the registry had the socket. */
  function register(socket: LiveSocket, stream: Duplex, person: SignedInPerson): void {
    try {
      socket.register(settings, person, stream);
      checkSessions([socket]);
    } catch (error) {
      log.error({ err: error }, 'a live connection could not be registered');
      socket.terminate();
    }
  }
}

/** Outside the handler: a closure would keep the request in memory for the socket's whole life. */
function destroy(this: Duplex): void {
  this.destroy();
}
