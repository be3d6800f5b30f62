import { once } from 'node:events';
import { connect } from 'node:net';
import { WebSocket } from 'ws';
import type { ClientFrame, LiveEvent } from '#contract/live.ts';
import type { Person } from './people.ts';

/** A person's browser, as far as the live connection goes. */
export interface LiveClient {
  /** Frames of one turn of the event loop go out in one write. */
  send(frame: ClientFrame): void;
  close(): void;
}

/** Opens a person's live connection; one that is refused, or closed by the server, ends this process. */
export async function openLive(url: string, person: Person, hear: (event: LiveEvent) => void): Promise<LiveClient> {
  const { hostname, port } = new URL(url);
  const wire = connect(Number(port), hostname);
  wire.setNoDelay();
  const socket = new WebSocket(`ws://${hostname}:${port}/api/live`, {
    headers: { origin: url, cookie: person.cookie },
    perMessageDeflate: false,
    skipUTF8Validation: true,
    createConnection: () => wire,
  });
  await once(socket, 'open');
  socket.on('message', (data) => hear(JSON.parse(String(data))));
  const lost = (code: number, reason: Buffer) => {
    throw new Error(`The server closed a live connection: ${code} ${reason}`);
  };
  socket.on('close', lost);

  function gather(): void {
    if (wire.writableCorked > 0) return;
    wire.cork();
    process.nextTick(() => wire.uncork());
  }

  return {
    send(frame) {
      gather();
      socket.send(JSON.stringify(frame));
    },
    close() {
      socket.off('close', lost);
      socket.close();
    },
  };
}
