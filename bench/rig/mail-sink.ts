import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** A mail server that takes every mail and keeps none. */
export interface MailSink extends AsyncDisposable {
  /** For `SMTP_URL`. */
  url: string;
  /** How many mails it took. */
  readonly taken: number;
}

export async function openMailSink(): Promise<MailSink> {
  let taken = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    converse(socket, () => {
      taken += 1;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get taken() {
      return taken;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function converse(socket: Socket, onMail: () => void): void {
  let isInData = false;
  socket.write('220 sink\r\n');
  createInterface({ input: socket }).on('line', (line) => {
    if (isInData) {
      if (line !== '.') return;
      isInData = false;
      onMail();
      socket.write('250 taken\r\n');
    } else if (line === 'DATA') {
      isInData = true;
      socket.write('354 go on\r\n');
    } else if (line === 'QUIT') {
      socket.end('221 bye\r\n');
    } else {
      socket.write('250 fine\r\n');
    }
  });
}
