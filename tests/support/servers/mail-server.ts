import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** A mail as it came over SMTP. */
export interface ReceivedMail {
  to: string;
  headers: Record<string, string>;
  text: string;
}

export type MailServer = Awaited<ReturnType<typeof openMailServer>>;

/** Opens a mail server, which takes every mail unless `answers` say otherwise. */
export async function openMailServer() {
  const received: ReceivedMail[] = [];
  const answers: Record<string, string> = {};
  const sockets = new Set<Socket>();
  const waiting = new Set<() => void>();
  const taken = new Set<ReceivedMail>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    converse(socket, answers, (mail) => {
      received.push(mail);
      for (const look of waiting) look();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    /** Answers to SMTP commands, by command: for instance `{ 'RCPT TO': '550 nobody here' }`. */
    answers,
    /** Waits for the next mail to an address that has not been waited for. */
    next: (to: string) =>
      new Promise<ReceivedMail>((resolve) => {
        const look = () => {
          const mail = received.find((each) => each.to === to && !taken.has(each));
          if (!mail) return;
          taken.add(mail);
          waiting.delete(look);
          resolve(mail);
        };
        waiting.add(look);
        look();
      }),
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The address after # in a mail's link. */
export function tokenOf({ text }: ReceivedMail): string {
  return /#([\w-]+)/.exec(text)![1]!;
}

function converse(socket: Socket, answers: Record<string, string>, onMail: (mail: ReceivedMail) => void): void {
  let to = '';
  let lines: string[] | undefined;
  const say = (command: string, usual: string) => socket.write(`${answers[command] ?? usual}\r\n`);
  say('greeting', '220 test');
  createInterface({ input: socket }).on('line', (line) => {
    if (lines && line !== '.') return void lines.push(line.replace(/^\./, ''));
    if (lines) {
      onMail({ to, ...parseMail(lines) });
      lines = undefined;
      return say('.', '250 taken');
    }
    const command = /^(EHLO|MAIL FROM|RCPT TO|DATA|QUIT|NOOP|AUTH PLAIN|RSET)/i.exec(line)?.[1]?.toUpperCase() ?? '';
    if (command === 'RCPT TO') to = /<([^>]*)>/.exec(line)![1]!;
    if (command === 'EHLO') return socket.write('250-test\r\n250-AUTH PLAIN\r\n250 8BITMIME\r\n');
    if (command === 'DATA' && !answers.DATA) lines = [];
    return say(command, command === 'DATA' ? '354 go on' : command === 'AUTH PLAIN' ? '235 welcome' : '250 fine');
  });
}

function parseMail(lines: string[]): Omit<ReceivedMail, 'to'> {
  const end = lines.indexOf('');
  const headers = Object.fromEntries(
    lines
      .slice(0, end)
      .join('\n')
      .replaceAll(/\n[ \t]+/g, ' ')
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  const body = lines.slice(end + 1).join('\n');
  const isQuoted = headers['content-transfer-encoding'] === 'quoted-printable';
  return { headers, text: isQuoted ? unquote(body) : body };
}

function unquote(body: string): string {
  const joined = body.replaceAll('=\n', '');
  return Buffer.from(
    joined.replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();
}
