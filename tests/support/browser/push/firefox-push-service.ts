import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** The push service that Firefox subscribes at: Mozilla's protocol, as far as one browser needs it. */
export class FirefoxPushService {
  /** The channels that the browser acknowledged a push on. */
  readonly acknowledged: string[] = [];
  readonly #server: WebSocketServer;
  #socket: WebSocket | undefined;

  static async open(): Promise<FirefoxPushService> {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await once(server, 'listening');
    return new FirefoxPushService(server);
  }

  private constructor(server: WebSocketServer) {
    this.#server = server;
    server.on('connection', (socket) => {
      this.#socket = socket;
      socket.on('message', (data) => this.#answer(JSON.parse(String(data))));
    });
  }

  /** Firefox's settings to use this service. */
  get preferences(): Record<string, string | number | boolean> {
    const { port } = this.#server.address() as AddressInfo;
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
      this.#send({ messageType, status: 200, channelID, pushEndpoint: `https://push.example/wpush/${channelID}` });
    if (messageType === 'unregister') this.#send({ messageType, status: 200, channelID });
    if (messageType === 'ack') this.acknowledged.push(...(frame.updates ?? []).map((update) => update.channelID));
  }

  /** Delivers an encrypted push to the subscription with this endpoint. */
  deliver(endpoint: string, body: Buffer): void {
    const channelID = endpoint.split('/').at(-1);
    const data = body.toString('base64url');
    this.#send({
      messageType: 'notification',
      channelID,
      version: randomUUID(),
      data,
      headers: { encoding: 'aes128gcm' },
    });
  }

  #send(frame: object): void {
    this.#socket?.send(JSON.stringify(frame));
  }

  close(): void {
    for (const socket of this.#server.clients) socket.terminate();
    this.#server.close();
  }
}
