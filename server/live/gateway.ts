import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { WebSocketServer } from 'ws';
import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import { LIVE_FRAME_MAX_BYTES } from '#contract/limits.ts';
import type { Identity, SignedInPerson } from '../features/identity/index.ts';
import type { Following } from './bus/index.ts';
import type { Listeners } from './listeners.ts';
import { LiveSocket } from './live-socket.ts';
import type { FrameHandler } from './read-frame.ts';

interface Parts {
  identity: Identity;
  listeners: Listeners<LiveSocket>;
  trustedOrigins: readonly string[];
  log: Logger;
  onFrame: FrameHandler;
  /** Begins to hear what other nodes tell a person, where that has to be asked for. */
  follow(uid: string): Following | undefined;
}

/**
 * Opens `GET /api/live` on a server. Origin and session are checked before the upgrade: a browser sends cookies with
 * any page's WebSocket, so the Origin is what keeps other sites out.
 */
export function openGateway(
  server: Server,
  { identity, listeners, trustedOrigins, log, onFrame, follow }: Parts,
): void {
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: LIVE_FRAME_MAX_BYTES,
    perMessageDeflate: false,
    WebSocket: LiveSocket,
  });
  const company = { listeners, onFrame };

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', cutOff);
    admit(request, socket).then(
      (answer) => {
        if (socket.destroyed) return;
        if (typeof answer === 'string') return refuse(socket, answer);
        socket.off('error', cutOff);
        upgrade(request, socket, head, answer);
      },
      (error) => {
        log.error({ err: error }, 'a live connection could not be opened');
        refuse(socket, 'unavailable');
      },
    );
  });

  async function admit(request: IncomingMessage, socket: Duplex): Promise<SignedInPerson | ErrorCode> {
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

function refuse(socket: Duplex, code: ErrorCode): void {
  const { status, message } = ERRORS[code];
  const body = JSON.stringify({ error: { code, message } });
  const comeBack = code === 'unavailable' ? 'retry-after: 5\r\n' : '';
  socket.end(
    `HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-type: application/json\r\ncache-control: no-store\r\n` +
      `${comeBack}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
