import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { WebSocketServer } from 'ws';
import type { ErrorCode } from '#contract/errors.ts';
import { LIVE_FRAME_MAX_BYTES } from '#contract/limits.ts';
import type { Identity, SignedInPerson } from '#server/features/identity/index.ts';
import { closeWithResponse } from '#server/http-server/close-with-response.ts';
import { hasRepeatedHeader } from '#server/http-server/has-repeated-header.ts';
import { rawResponse } from '#server/http-server/raw-response.ts';
import type { Following } from './bus/index.ts';
import { LiveSocket, type SocketSettings } from './live-socket.ts';

interface Parts {
  identity: Identity;
  trustedOrigins: readonly string[];
  appUrl: string;
  company: SocketSettings;
  /** Hears of another site's page that was not let in. */
  onForeignOrigin(request: IncomingMessage): void;
  log: Logger;
  /** Begins to hear what other nodes tell a person, where that has to be asked for. */
  follow(uid: string): Following | undefined;
}

/** What a socket endures. Beside the call, because the library's types do not know all of it. */
const ENDURES = {
  maxPayload: LIVE_FRAME_MAX_BYTES,
  /** Browsers send a frame in one piece, or in a few when it is large. */
  maxFragments: 128,
  /** Pieces of a frame as the network brings them. Many tiny ones would cost far more memory than the frame. */
  maxBufferedChunks: 1_024,
  /** A peer that does not answer our close is cut off after so many milliseconds. */
  closeTimeout: 5_000,
};

/** Whoever asks for a version that we do not speak is told which one we do (RFC 6455 §4.4). */
const VERSION = { 'sec-websocket-version': '13' };

/**
 * Opens `GET /api/live` on a server. Origin and session are checked before the upgrade: a browser sends cookies with
 * any page's WebSocket, so the Origin is what keeps other sites out.
 */
export function openGateway(server: Server, parts: Parts): void {
  const { identity, trustedOrigins, appUrl, company, log, follow } = parts;
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    ...ENDURES,
    autoPong: false,
    perMessageDeflate: false,
    WebSocket: LiveSocket,
  });

  // Not left to the library, whose own refusals bear none of our headers.
  sockets.on('wsClientError', (_, socket) => closeWithResponse(socket, rawResponse('invalid', appUrl, 400, VERSION)));

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', cutOff);
    admit(request, socket).then(
      (answer) => {
        if (socket.destroyed) return;
        if (answer === 'foreign_origin') parts.onForeignOrigin(request);
        if (typeof answer === 'string') return closeWithResponse(socket, rawResponse(answer, appUrl));
        // Stopping meanwhile: all who were in are sent away already, and whoever comes after them would hold up the end.
        if (!server.listening) return closeWithResponse(socket, rawResponse('unavailable', appUrl));
        socket.off('error', cutOff);
        upgrade(request, socket, head, answer);
      },
      (error) => {
        log.error({ err: error }, 'a live connection could not be opened');
        closeWithResponse(socket, rawResponse('unavailable', appUrl));
      },
    );
  });

  async function admit(request: IncomingMessage, socket: Duplex): Promise<SignedInPerson | ErrorCode> {
    if (hasRepeatedHeader(request)) return 'invalid';
    if (request.url?.split('?')[0] !== '/api/live') return 'not_found';
    if (!request.headers.origin || !trustedOrigins.includes(request.headers.origin)) return 'foreign_origin';
    const person = await identity.findPerson(request.headers.cookie);
    if (!person) return 'not_signed_in';
    await hearOtherNodes(person.uid, socket);
    return person;
  }

  /** Before the socket opens: what the browser then fetches must not be older than what was told unheard. */
  async function hearOtherNodes(uid: string, socket: Duplex): Promise<void> {
    if (socket.destroyed) return;
    const following = follow(uid);
    if (!following) return;
    socket.once('close', () => following.end());
    await following.begun;
  }

  function upgrade(request: IncomingMessage, wire: Duplex, head: Buffer, person: SignedInPerson): void {
    const addCookies = (headers: string[]) =>
      headers.push(...person.renewedCookies.map((cookie) => `Set-Cookie: ${cookie}`));
    sockets.on('headers', addCookies);
    sockets.handleUpgrade(request, wire, head, (socket) => socket.join(company, person, wire));
    sockets.off('headers', addCookies);
  }
}

/** A function of no request: what a socket keeps for its life must not keep the request with it. */
function cutOff(this: Duplex): void {
  this.destroy();
}
