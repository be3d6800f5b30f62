import { describe, expect, test } from 'vitest';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { askRaw } from '#tests/support/wire/raw-request.ts';

const server = await startTestServer();
const { origin, signUp } = server;
const { host } = new URL(origin);

const ada = await signUp();

const WEBSOCKET = [
  'connection: Upgrade',
  'upgrade: websocket',
  'sec-websocket-version: 13',
  `sec-websocket-key: ${Buffer.alloc(16).toString('base64')}`,
];

function ask(first: string, headers: string[], body = '') {
  return askRaw(origin, [first, `cookie: ${ada.cookie}`, ...headers, '', body].join('\r\n'));
}

const TWICE: [string, string[]][] = [
  ['two hosts', [`host: ${host}`, 'Host: evil.example']],
  ['the same host twice', [`host: ${host}`, `HOST: ${host}`]],
  ['two origins', [`host: ${host}`, `origin: ${origin}`, 'Origin: https://evil.example']],
  ['two content types', [`host: ${host}`, 'content-type: application/json', 'content-type: text/plain']],
  ['two authorizations', [`host: ${host}`, 'authorization: Bearer a', 'authorization: Bearer b']],
];

describe.each(TWICE)('a request with %s is refused', (_, headers) => {
  test.each(['GET / HTTP/1.1', 'GET /api/openapi.json HTTP/1.1', 'GET /api/identity/get-session HTTP/1.1'])(
    '%s',
    async (first) => {
      const { status, body, headers: answered } = await ask(first, headers);
      expect([status, JSON.parse(body).error.code]).toEqual([400, 'invalid']);
      expect(answered.get('connection')).toBe('close');
    },
  );

  test('also when it asks for a live connection', async () => {
    const origins = headers.some((header) => /^origin/i.test(header)) ? [] : [`origin: ${origin}`];
    const { status, body } = await ask('GET /api/live HTTP/1.1', [...headers, ...origins, ...WEBSOCKET]);
    expect([status, JSON.parse(body).error.code]).toEqual([400, 'invalid']);
  });
});

const LENGTHS: [string, string[]][] = [
  ['two lengths', ['content-length: 2', 'content-length: 3']],
  ['the same length twice', ['content-length: 2', 'content-length: 2']],
  ['a length and chunks', ['content-length: 2', 'transfer-encoding: chunked']],
  ['two encodings', ['transfer-encoding: chunked', 'transfer-encoding: chunked']],
];

test.each(LENGTHS)('a request with an ambiguous body length is refused: %s', async (_, lengths) => {
  const headers = [`host: ${host}`, 'content-type: application/json', ...lengths];
  expect((await ask('POST /api/messages/read HTTP/1.1', headers, '{}')).status).toBe(400);
});

test('a refused pipelined request is answered after those before it, and later ones are ignored', async () => {
  const well = `GET /api/health HTTP/1.1\r\nhost: ${host}\r\n\r\n`;
  const twice = `GET /api/health HTTP/1.1\r\nhost: ${host}\r\nhost: evil.example\r\n\r\n`;
  const { status, body } = await askRaw(origin, well + twice + well);
  expect(status).toBe(200);
  expect(body.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
});

test('other headers may be repeated', async () => {
  const headers = [`host: ${host}`, 'connection: close', 'accept: text/html', 'accept: */*', 'cookie: a=b'];
  expect((await ask('GET /api/identity/get-session HTTP/1.1', headers)).status).toBe(200);
});

test('a request with more than a hundred header lines is refused, also one for a live connection', async () => {
  const askWith = (lines: number, first: string, headers: string[]) =>
    ask(first, [...headers, ...Array<string>(lines - headers.length - 1).fill('x: y')]);
  const heads = [`host: ${host}`, 'connection: close'];
  const status = async (lines: number) => (await askWith(lines, 'GET /api/health HTTP/1.1', heads)).status;
  expect([await status(60), await status(100), await status(101)]).toEqual([200, 200, 400]);
  const live = [`host: ${host}`, `origin: ${origin}`, ...WEBSOCKET];
  expect((await askWith(101, 'GET /api/live HTTP/1.1', live)).status).toBe(400);
});

test.each(['GET', 'HEAD'])('a %s with a body is refused', async (method) => {
  const status = async (...more: string[]) =>
    (await ask(`${method} /api/health HTTP/1.1`, [`host: ${host}`, 'connection: close', ...more])).status;
  expect([await status('content-length: 1'), await status('transfer-encoding: chunked')]).toEqual([400, 400]);
  expect(await status('content-length: 0')).toBe(200);
});

test.each([
  ['GET / HTTP/1.1', 'host: 1.2.3.999'],
  ['GET /api/health HTTP/1.1', 'host: 1.2.3.999'],
  ['GET http://a:b@localhost/api/health HTTP/1.1', 'host: localhost'],
  ['OPTIONS * HTTP/1.1', 'host: localhost'],
])('a request with a wrong address is refused, and logs nothing: %s, %s', async (first, header) => {
  const before = server.log.lines.length;
  const { status, body } = await ask(first, [header, 'connection: close']);
  expect([status, JSON.parse(body).error.code]).toEqual([400, 'invalid']);
  expect(server.log.lines).toHaveLength(before);
});

test.each([
  'localhost:8080',
  'LOCALHOST',
  '[::1]:8080',
  '192.0.2.1',
  'a_b.local',
  'xn--bcher-kva.example',
  'a.example.',
])('a request for the host %s is answered', async (name) => {
  expect((await ask('GET /api/health HTTP/1.1', [`host: ${name}`, 'connection: close'])).status).toBe(200);
});

test('a request that accepts more encodings than there are is refused', async () => {
  const status = async (...accepted: string[]) => {
    const lines = accepted.map((encodings) => `accept-encoding: ${encodings}`);
    return (await ask('GET /api/health HTTP/1.1', [`host: ${host}`, 'connection: close', ...lines])).status;
  };
  expect(await status('gzip, deflate, br, zstd', 'identity;q=0.5, *;q=0')).toBe(200);
  expect(await status('gzip', 'x,'.repeat(300))).toBe(400);
});
