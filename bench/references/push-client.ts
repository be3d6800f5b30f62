/** A process of its own: a bare client of a push service. A call makes it send the requests that it was given. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Agent, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { receiveTask, reply } from '#bench/loads/load-process.ts';

export interface PushClientTask {
  /** The push service's, with its port. */
  host: string;
  /** The push service's, as PEM. */
  certificate: string;
  /** Requests in flight at once. */
  connections: number;
}

/** A request to the push service. */
export interface Prepared {
  path: string;
  headers: Record<string, string>;
  /** In base64. */
  body: string;
}

export interface PushClient {
  /** A POST to `/requests` prepares requests, one to `/send` sends them. */
  url: string;
}

const { host, certificate, connections } = await receiveTask<PushClientTask>();
const agent = new Agent({ keepAlive: true, maxSockets: connections, ca: certificate });
let prepared: { path: string; headers: Record<string, string>; body: Buffer }[] = [];

const server = createServer(async (call, answer) => {
  if (call.url === '/requests') {
    const requests = (await json(call)) as Prepared[];
    prepared = requests.map(({ path, headers, body }) => ({ path, headers, body: Buffer.from(body, 'base64') }));
  } else {
    for (const { path, headers, body } of prepared)
      request(`https://${host}${path}`, { method: 'POST', agent, headers }, (push) => push.resume()).end(body);
  }
  answer.end();
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
reply({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` } satisfies PushClient);
