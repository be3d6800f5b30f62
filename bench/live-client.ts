import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { ClientFrame, LiveEvent } from '#contract/live.ts';
import type { Person } from './people.ts';

/** A person's browser, as far as the live connection goes. */
export interface LiveClient {
  send(frame: ClientFrame): void;
  close(): void;
}

/** Opens a person's live connection; one that is refused, or closed by the server, ends this process. */
export async function openLive(url: string, person: Person, hear: (event: LiveEvent) => void): Promise<LiveClient> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/live`, {
    headers: { origin: url, cookie: person.cookie },
    perMessageDeflate: false,
    skipUTF8Validation: true,
  });
  await once(socket, 'open');
  socket.on('message', (data) => hear(JSON.parse(String(data))));
  const lost = (code: number, reason: Buffer) => {
    throw new Error(`The server closed a live connection: ${code} ${reason}`);
  };
  socket.on('close', lost);
  return {
    send: (frame) => socket.send(JSON.stringify(frame)),
    close() {
      socket.off('close', lost);
      socket.close();
    },
  };
}
