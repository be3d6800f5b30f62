import { expect, test } from 'vitest';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { opening } from '#tests/support/wire/raw-live-connection.ts';
import { askRaw } from '#tests/support/wire/raw-request.ts';
import { MATRIX } from './matrix.ts';

const HTTPS = 'https://moodring.example';
const plain = await startTestServer();
const behindTls = await startTestServer({ appUrl: HTTPS, trustedOrigins: [HTTPS] });
const { origin, visitor } = plain;

const ada = await plain.signUp({ email: 'ada@example.com' });

type Ask = () => Promise<{ status: number; headers: Headers }>;

const bare =
  (bytes: () => string | Buffer): Ask =>
  () =>
    askRaw(origin, bytes());
const request = (head: string) => bare(() => `${head}\r\nconnection: close\r\n\r\n`);
const host = `host: ${new URL(origin).host}`;

/** The answers of every route to allowed and refused callers. */
const ofRoutes = Object.entries(MATRIX).flatMap(([route, row]): [string, Ask][] => {
  const { path, body } = row.ask({ uid: crypto.randomUUID(), peer: crypto.randomUUID() });
  const method = route.split(' ')[0]!;
  return [
    [`${route} to an anonymous caller`, () => visitor.call(method, path, body)],
    ...(row.endsSession ? [] : ([[`${route} to a person`, () => ada.call(method, path, body)]] as [string, Ask][])),
    [`${route} for another site`, () => ada.call(method, path, body, { origin: 'https://evil.example' })],
  ];
});

/** The other kinds of refusals. */
const refusals: [string, Ask][] = [
  ['an unknown call', () => ada.get('/api/elsewhere')],
  ['an unknown identity call', () => ada.get('/api/identity/elsewhere')],
  ['an unknown method', () => ada.call('DELETE', '/api/messages')],
  ['a preflight', () => ada.call('OPTIONS', '/api/messages')],
  ['a body that is too large', () => ada.post('/api/messages', { content: 'x'.repeat(200_000) })],
  [
    'a body without JSON',
    () =>
      fetch(`${origin}/api/users/search`, {
        method: 'POST',
        body: '{',
        headers: { cookie: ada.cookie, 'content-type': 'application/json' },
      }),
  ],
  ['a live connection without a session', bare(() => opening(visitor))],
  ['a live connection of another site', bare(() => opening(ada).replace(`origin: ${origin}`, 'origin: null'))],
  ['a live connection without a key', bare(() => opening(ada).replace(/sec-websocket-key: .*/, 'x: y'))],
  ['a live connection of another version', bare(() => opening(ada).replace('version: 13', 'version: 7'))],
  ['a live connection by another method', bare(() => opening(ada).replace('GET', 'POST'))],
  ['a CONNECT request', bare(() => 'CONNECT a.b:443 HTTP/1.1\r\nhost: a.b:443\r\n\r\n')],
  ['bytes that are not HTTP', bare(() => 'HELLO\r\n\r\n')],
  ['no host', request('GET /api/health HTTP/1.1')],
  ['an invalid host', request('GET /api/health HTTP/1.1\r\nhost: a b/c')],
  ['endless headers', request(`GET /api/health HTTP/1.1\r\n${host}\r\nx: ${'x'.repeat(20_000)}`)],
  ['an expectation', request(`GET /api/elsewhere HTTP/1.1\r\n${host}\r\nexpect: miracles`)],
  [
    'half a body',
    bare(
      () =>
        `POST /api/messages HTTP/1.1\r\n${host}\r\ntransfer-encoding: chunked\r\ncontent-type: application/json\r\ncookie: ${ada.cookie}\r\n\r\nzz\r\n`,
    ),
  ],
];

/** Every method at the paths of files and pages. As bytes, because browsers do not send some of these. */
for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY', 'LINK'])
  for (const path of ['/', '/circles', '/apix', '/assets/gone.js', '/API/messages', '//api/messages', '/%61pi/health'])
    refusals.push([`${method} ${path}`, request(`${method} ${path} HTTP/1.1\r\n${host}`)]);

const pages: [string, Ask][] = ['/', '/circles', '/chat/somebody', '/assets/gone.js', '/gone.png', '/robots.txt'].map(
  (path) => [path, () => fetch(origin + path)],
);
const ofPages = new Set(pages.map(([, ask]) => ask));

test.each([...ofRoutes, ...refusals, ...pages])(
  'the answer to %s forbids foreign scripts, framing, type guessing and referrers, and caches if it is no page',
  async (_, ask) => {
    const { headers } = await ask();
    if (!ofPages.has(ask)) expect(headers.get('cache-control')).toBe('no-store');
    const policy = directives(headers.get('content-security-policy'));
    expect(policy).toMatchObject({
      'default-src': "'none'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
    });
    expect(["'self'", undefined]).toContain(policy['script-src']);
    expect(["'self'", undefined]).toContain(policy['style-src']);
    expect(JSON.stringify(policy)).not.toMatch(/unsafe|\*|https?:/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toMatch(/^(no-referrer|strict-origin-when-cross-origin)$/);
    expect([headers.get('server'), headers.get('x-powered-by')]).toEqual([null, null]);
    // Browsers ignore it over http, and on localhost it would block other projects.
    expect(headers.get('strict-transport-security')).toBeNull();
  },
);

test('behind TLS every answer makes the browser stay on https', async () => {
  const caller = behindTls.visitor;
  const answers = await Promise.all([
    ...Object.entries(MATRIX).map(([route, row]) => {
      const { path, body } = row.ask({ uid: 'x', peer: crypto.randomUUID() });
      return caller.call(route.split(' ')[0]!, path, body, { origin: HTTPS });
    }),
    caller.get('/api/elsewhere'),
    fetch(`${behindTls.origin}/`),
    fetch(`${behindTls.origin}/assets/gone.js`),
    fetch(`${behindTls.origin}/`, { method: 'POST' }),
    askRaw(behindTls.origin, opening(caller)),
    askRaw(behindTls.origin, 'HELLO\r\n\r\n'),
    askRaw(behindTls.origin, 'GET /api/health HTTP/1.1\r\nconnection: close\r\nhost: a b/c\r\n\r\n'),
  ]);
  for (const { headers } of answers)
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
});

function directives(policy: string | null): Record<string, string> {
  return Object.fromEntries((policy ?? '').split(';').map((line) => line.trim().split(/ (.*)/s) as [string, string]));
}
