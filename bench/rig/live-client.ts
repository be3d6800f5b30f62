import { once } from 'node:events';
import { connect } from 'node:net';
import { WebSocket } from 'ws';
import type { ClientFrame, LiveEvent } from '#contract/live.ts';

export type LiveClient = Awaited<ReturnType<typeof openLive>>;

/** Opens a person's connection to the product or to a bare server. When it is closed, the run fails. */
export async function openLive(
  url: string,
  { cookie }: { cookie: string },
  onEvent: (event: LiveEvent | ClientFrame) => void,
) {
  const { hostname, port } = new URL(url);
  const wire = connect(Number(port), hostname);
  wire.setNoDelay();
  const socket = new WebSocket(`ws://${hostname}:${port}/api/live`, {
    headers: { origin: url, cookie },
    perMessageDeflate: false,
    skipUTF8Validation: true,
    createConnection: () => wire,
  });
  await once(socket, 'open');
  socket.on('message', (data) => onEvent(JSON.parse(String(data))));
  const onClose = (code: number, reason: Buffer) => {
    throw new Error(`The server closed a live connection: ${code} ${reason}`);
  };
  socket.on('close', onClose);

  function corkUntilNextTick(): void {
    if (wire.writableCorked > 0) return;
    wire.cork();
    process.nextTick(() => wire.uncork());
  }

  return {
    send(frame: ClientFrame): void {
      corkUntilNextTick();
      socket.send(JSON.stringify(frame));
    },
    close(): void {
      socket.off('close', onClose);
      socket.close();
    },
  };
}
