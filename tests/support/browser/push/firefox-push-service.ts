import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type WebSocket, WebSocketServer } from 'ws';
import { CERTIFICATE } from '#tests/support/push/trusted-certificate.ts';

/**
 * The push service that Firefox subscribes at: Mozilla's protocol, as far as one browser needs it. Pushes arrive over https,
 * and go on to the browser as they are: only it has the keys.
 */
export class FirefoxPushService {
  /** For `PUSH_HOSTS`. */
  readonly host: string;
  /** The channels that got a push, in order. */
  readonly received: string[] = [];
  /** The channels that the browser acknowledged a push on. */
  readonly acknowledged: string[] = [];
  readonly #sockets: WebSocketServer;
  readonly #server: Server;
  #socket: WebSocket | undefined;

  static async open(): Promise<FirefoxPushService> {
    const sockets = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    const server = createServer(CERTIFICATE).listen(0, '127.0.0.1');
    await Promise.all([once(sockets, 'listening'), once(server, 'listening')]);
    return new FirefoxPushService(sockets, server);
  }

  private constructor(sockets: WebSocketServer, server: Server) {
    this.#sockets = sockets;
    this.#server = server;
    this.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    sockets.on('connection', (socket) => {
      this.#socket = socket;
      socket.on('message', (data) => this.#answer(JSON.parse(String(data))));
    });
    server.on('request', async (request, response) => {
      const channelID = request.url!.split('/').at(-1)!;
      this.#deliver(channelID, await buffer(request), String(request.headers['content-encoding']));
      response.writeHead(201).end();
    });
  }

  /** Firefox's settings to use this service. */
  get preferences(): Record<string, string | number | boolean> {
    const { port } = this.#sockets.address() as AddressInfo;
    return {
      'dom.push.serverURL': `ws://127.0.0.1:${port}/`,
      'dom.push.testing.allowInsecureServerURL': true,
      'dom.push.connection.enabled': true,
      'permissions.default.desktop-notification': 1,
      'alerts.useSystemBackend': false,
    };
  }

  #answer(frame: { messageType: string; channelID?: string; updates?: { channelID: string }[] }): void {
    const { messageType, channelID } = frame;
    if (messageType === 'hello')
      this.#send({
        messageType,
        status: 200,
        uaid: randomUUID().replaceAll('-', ''),
        use_webpush: true,
        broadcasts: {},
      });
    if (messageType === 'register')
      this.#send({ messageType, status: 200, channelID, pushEndpoint: `https://${this.host}/wpush/${channelID}` });
    if (messageType === 'unregister') this.#send({ messageType, status: 200, channelID });
    if (messageType === 'ack') this.acknowledged.push(...(frame.updates ?? []).map((update) => update.channelID));
  }

  #deliver(channelID: string, body: Buffer, encoding: string): void {
    this.received.push(channelID);
    this.#send({
      messageType: 'notification',
      channelID,
      version: randomUUID(),
      data: body.toString('base64url'),
      headers: { encoding },
    });
  }

  #send(frame: object): void {
    this.#socket?.send(JSON.stringify(frame));
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#sockets.close();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
