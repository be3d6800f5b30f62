import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Stands before a NATS server, and can keep back what its clients say. */
export interface StalledProxy {
  url: string;
  /** From now on what clients say is kept back. */
  close(): void;
  /** What is kept back. */
  held(): string;
  /** Lets everything through, what was kept back first. */
  open(): void;
  end(): Promise<void>;
}

export async function openStalledProxy(url: string): Promise<StalledProxy> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  let isClosed = false;
  let held: { onward: Socket; data: Buffer }[] = [];
  const server = createServer((client) => {
    const onward = connect(Number(port), hostname);
    client.on('data', (data) => {
      if (isClosed) held.push({ onward, data });
      else onward.write(data);
    });
    onward.pipe(client);
    for (const socket of [client, onward]) sockets.add(socket.on('error', () => {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      isClosed = true;
    },
    held: () => held.map(({ data }) => data.toString()).join(''),
    open() {
      isClosed = false;
      for (const { onward, data } of held) onward.write(data);
      held = [];
    },
    async end() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
