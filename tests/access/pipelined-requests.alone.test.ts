import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { MESSAGE_MAX_LENGTH, MESSAGE_PAGE_SIZE } from '#contract/sizes.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { RawConnection } from '#tests/support/wire/raw-connection.ts';
import { readAnswer } from '#tests/support/wire/raw-request.ts';

const CONNECTIONS = 16;
const MIB = 1024 * 1024;
const ASSETS = join(import.meta.dirname, '../../dist/web/en/assets');

const { origin, signUp } = await startTestServer();

const [ada, grace] = [await signUp(), await signUp()];
await ada.connect(grace);
const content = 'x'.repeat(MESSAGE_MAX_LENGTH);
for (let n = 0; n < MESSAGE_PAGE_SIZE; n++) await ada.say(grace, content);

const wires: RawConnection[] = [];
afterEach(() => {
  for (const { socket } of wires.splice(0)) socket.destroy();
});

/** Sends requests for all paths in one write, and reads nothing. @param more further header lines of the last one */
async function askAtOnce(paths: string[], more = ''): Promise<RawConnection> {
  const wire = await RawConnection.open(origin);
  wires.push(wire);
  const head = `host: localhost\r\ncookie: ${ada.cookie}\r\n`;
  wire.socket.pause();
  const asked = paths.map((path) => `GET ${path} HTTP/1.1\r\n${head}`);
  void wire.write(`${asked.join('\r\n')}${more}\r\n`);
  return wire;
}

function readAll(wire: RawConnection): Promise<string> {
  wire.socket.resume();
  return wire.readToEnd();
}

/** The path of the app's largest file. */
function largest(): string {
  const sizeOf = (file: string) => statSync(join(ASSETS, file)).size;
  return `/assets/${readdirSync(ASSETS).reduce((one, other) => (sizeOf(one) > sizeOf(other) ? one : other))}`;
}

const answers: [string, () => string][] = [
  ['a file', largest],
  ['a page of messages', () => `/api/messages?with=${grace.uid}`],
];

test.each(answers)(
  '%s, requested a thousand times at once on each of 16 connections: few files are open and little memory is used',
  async (_, path) => {
    const files = countOpenFiles();
    const memory = process.memoryUsage.rss();
    const hungry = await Promise.all(
      Array.from({ length: CONNECTIONS }, () => askAtOnce(Array<string>(1_000).fill(path()))),
    );
    expect((await fetch(`${origin}/api/health`)).status).toBe(200);
    expect(countOpenFiles() - files).toBeLessThan(4 * CONNECTIONS);
    expect((process.memoryUsage.rss() - memory) / MIB).toBeLessThan(100);
    // The connections were closed after at most one answer.
    for (const wire of hungry) expect((await readAll(wire)).match(/HTTP\/1\.1 200/g)?.length ?? 0).toBeLessThan(2);
  },
);

test.each([
  ['four', 4, ''],
  ['two, of which the second has a body of chunks,', 2, 'transfer-encoding: chunked\r\n'],
  ['two, of which the second has a body of 8 KB,', 2, 'content-length: 8192\r\n'],
  ['two, of which the second has a head of 8 KB,', 2, `x-long: ${'x'.repeat(8_192)}\r\n`],
])('of requests at once, %s are refused with 429', async (_, count, more) => {
  const wire = await askAtOnce(Array<string>(count).fill('/api/health'), more);
  const { status, headers, body } = readAnswer(await readAll(wire));
  expect([status, headers.get('retry-after'), headers.get('connection')]).toEqual([429, '1', 'close']);
  expect(JSON.parse(body).error.code).toBe('too_many');
});

test('a few requests at once are answered in order', async () => {
  const paths = Array.from({ length: 3 }, (_, n) => (n % 2 ? '/api/openapi.json' : `/api/users/${ada.uid}/info`));
  const heard = await readAll(await askAtOnce(paths, 'connection: close\r\n'));
  const kinds = heard.match(/"openapi":|"firstname":"Ada"/g)!;
  expect(kinds).toEqual(paths.map((path) => (path.endsWith('.json') ? '"openapi":' : '"firstname":"Ada"')));
});

/** The open files of this process. It runs server and clients, so half of the sockets are the clients'. */
function countOpenFiles(): number {
  return process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0;
}
