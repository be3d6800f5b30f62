import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy before a NATS server. It can stop forwarding what the clients send. */
export interface StalledProxy {
  url: string;
  /** From now on the proxy buffers what clients send. */
  stall(): void;
  /** The buffered bytes, as text. */
  buffered(): string;
  /** Forwards the buffered bytes, and everything after them. */
  resume(): void;
  close(): Promise<void>;
}

export async function openStalledProxy(url: string): Promise<StalledProxy> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let isStalled = false;
  let buffer: { upstream: Socket; data: Buffer }[] = [];
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    client.on('data', (data) => {
      if (isStalled) buffer.push({ upstream, data });
      else upstream.write(data);
    });
    upstream.pipe(client);
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stall() {
      isStalled = true;
    },
    buffered: () => buffer.map(({ data }) => data.toString()).join(''),
    resume() {
      isStalled = false;
      for (const { upstream, data } of buffer) upstream.write(data);
      buffer = [];
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
