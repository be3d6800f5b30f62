import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type WebSocket, WebSocketServer } from 'ws';
import { CERTIFICATE } from '#tests/support/push/trusted-certificate.ts';
import { listen } from '#tests/support/servers/listen.ts';

/**
 * Opens the push service that Firefox subscribes at: Mozilla's protocol, as far as one browser needs it. Pushes arrive over https,
 * and go on to the browser as they are: only it has the keys.
 * @returns `host` for `PUSH_HOSTS`, and Firefox's settings to use this service
 */
export async function openFirefoxPushService() {
  const sockets = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(sockets, 'listening');
  const server = createServer(CERTIFICATE);
  const { port, close } = await listen(server);
  const host = `127.0.0.1:${port}`;
  let browser: WebSocket | undefined;
  const send = (frame: object) => browser?.send(JSON.stringify(frame));
  sockets.on('connection', (socket) => {
    browser = socket;
    socket.on('message', (data) => {
      const { messageType, channelID } = JSON.parse(String(data));
      const ok = { messageType, status: 200 };
      if (messageType === 'hello')
        send({ ...ok, uaid: randomUUID().replaceAll('-', ''), use_webpush: true, broadcasts: {} });
      if (messageType === 'register') send({ ...ok, channelID, pushEndpoint: `https://${host}/wpush/${channelID}` });
    });
  });
  server.on('request', async (request, response) => {
    send({
      messageType: 'notification',
      channelID: request.url!.split('/').at(-1),
      version: randomUUID(),
      data: (await buffer(request)).toString('base64url'),
      headers: { encoding: request.headers['content-encoding'] },
    });
    response.writeHead(201).end();
  });
  return {
    host,
    preferences: {
      'dom.push.serverURL': `ws://127.0.0.1:${(sockets.address() as AddressInfo).port}/`,
      'dom.push.testing.allowInsecureServerURL': true,
      'dom.push.connection.enabled': true,
      'permissions.default.desktop-notification': 1,
      'alerts.useSystemBackend': false,
    },
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
      await close();
    },
  };
}
