import { randomUUID } from 'node:crypto';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { sessionCookie } from '#fixtures/session-cookie.ts';
import type { FindPerson } from '#server/features/identity/index.ts';
import type { ApiEnvironment } from '#server/http/api.ts';
import { startTestServer } from '#tests/support/servers/test-server.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { inEnglish } from '#tests/support/wire/in-english.ts';
import { createCallCount } from './bound-calls.ts';
import { staticFiles } from './static-files.ts';

// A folder `assets` above the app must not make all files count as hashed.
const root = join(temporaryFolder(afterAll), 'assets/web');
const built = join(root, 'en');
const PAGES = ['mood', 'login', 'circle', 'chat', 'chat-login'];
const ROUTES = [
  { path: '/', signedIn: 'pages/mood.html', signedOut: 'pages/login.html' },
  { path: '/circles', signedIn: 'pages/circle.html', signedOut: 'pages/login.html' },
  { path: '/chat/:connect', signedIn: 'pages/chat.html', signedOut: 'pages/chat-login.html' },
];
await mkdir(join(built, 'assets'), { recursive: true });
await mkdir(join(built, 'pages'));
for (const name of ['index', ...PAGES.map((page) => `pages/${page}`)]) {
  await writeFile(join(built, `${name}.html`), name.replace('pages/', ''));
  await writeFile(join(built, `${name}.html.br`), `${name.replace('pages/', '')}, compressed`);
}
await writeFile(join(built, 'pages/routes.json'), JSON.stringify(ROUTES));
await writeFile(join(built, 'assets/main-abc123.js'), 'plain');
await writeFile(join(built, 'assets/main-abc123.js.br'), 'compressed');
await mkdir(join(root, 'de/assets'), { recursive: true });
await writeFile(join(root, 'de/assets/late-abc123.js'), 'spät');
await writeFile(join(built, 'favicon.svg'), '<svg/>');
await writeFile(join(built, '../secret.txt'), 'secret');

const ADA = {
  uid: randomUUID(),
  displayName: 'Ada',
  language: null,
  sessionId: '',
  isNew: false,
  payer: '',
  renewedCookies: ['renewed=1'],
};
let findPerson: FindPerson;
beforeEach(() => {
  findPerson = async (cookies) => (cookies?.includes('moodring.session_token=token') ? ADA : null);
});
const count = createCallCount(
  { tokenIn: async (cookies) => cookies, ownerOf: async () => undefined, knownAccounts: async () => [] },
  { network: 1, person: 3, logIns: 1, seconds: 1_000 },
);
const bounded = new Hono<ApiEnvironment>()
  .use(inEnglish, (c, next) => {
    c.set('network', 'home');
    return next();
  })
  .get(
    '*',
    staticFiles((cookies) => findPerson(cookies), count, root),
  );
const app = new Hono<ApiEnvironment>().use(inEnglish).get(
  '*',
  staticFiles(
    (cookies) => findPerson(cookies),
    async () => () => {},
    root,
  ),
);
const server = await startTestServer();
const COOKIE = `theme=dark; ${sessionCookie('token', 'secret')}`;

const pageAt = async (path: string, cookie: string) => (await app.request(path, { headers: { cookie } })).text();

test.each<[string, string, string]>([
  ['/', 'mood', 'login'],
  ['/circles', 'circle', 'login'],
  ['/circles/', 'circle', 'login'],
  ['/Circles', 'circle', 'login'],
  ['/chat/some-uid', 'chat', 'chat-login'],
  ['/chat/some-uid/', 'chat', 'chat-login'],
  // Addresses of no screen get the page that names none.
  ...['/nowhere', '/circles/more', '/chat', '/chat/', '/chat/a/b', '//circles', '/circles%2f', '/index.html'].map(
    (path): [string, string, string] => [path, 'index', 'index'],
  ),
])('%s gets the page %s with a session, and %s without one', async (path, signedIn, signedOut) => {
  expect([await pageAt(path, COOKIE), await pageAt(path, '')]).toEqual([signedIn, signedOut]);
  const { status, headers } = await app.request(path);
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache']);
  expect(headers.get('content-type')).toMatch(/^text\/html/);
});

test('the page of a signed-in person names the first calls of its screen, and passes a renewed cookie on', async () => {
  const friend = randomUUID();
  const headersOf = async (path: string, cookie: string) => (await app.request(path, { headers: { cookie } })).headers;
  const calls = ['/api/identity/get-session', `/api/users/${ADA.uid}/info/mood`, `/api/users/${ADA.uid}/connections`];
  const linksOf = (paths: string[]) => paths.map((path) => `<${path}>; rel=preload; as=fetch; crossorigin`).join(', ');
  const headers = await headersOf(`/chat/${friend}`, COOKIE);
  expect(headers.get('link')).toBe(linksOf([...calls, `/api/messages?with=${friend}`]));
  expect(headers.get('set-cookie')).toBe('renewed=1');
  expect((await headersOf('/cares', COOKIE)).get('link')).toBe(linksOf([...calls, '/api/asks']));
  expect((await headersOf('/cares', '')).get('link')).toBeNull();
});

test('after more pages than calls are allowed, a page goes out without looking up its person', async () => {
  const linksTo = async (cookie: string) => {
    const page = await bounded.request('/cares', { headers: { cookie } });
    expect(page.status).toBe(200);
    return page.headers.get('link')?.match(/preload/g)?.length;
  };
  // The first counts for the network, and the others for the session's person.
  for (let n = 0; n < 4; n++) expect(await linksTo(COOKIE)).toBe(4);
  expect(await linksTo(COOKIE)).toBeUndefined();
  // A session that has ended counts for its network.
  const ended = sessionCookie('ended', 'secret');
  const looked: unknown[] = [];
  findPerson = async (cookies) => {
    looked.push(cookies);
    return null;
  };
  for (let n = 0; n < 4; n++) await linksTo(ended);
  expect(looked.length).toBe(0);
});

test('a page does not wait for a database that is silent: the cookie alone decides which it is', async () => {
  findPerson = () => new Promise(() => {});
  expect([await pageAt('/circles', COOKIE), await pageAt('/circles', '')]).toEqual(['circle', 'login']);
});

test('a signed-in person’s page is in the account’s language, and the cookie follows', async () => {
  findPerson = async () => ({ ...ADA, language: 'de' });
  await cp(built, join(root, 'de'), { recursive: true });
  await writeFile(join(root, 'de/pages/circle.html'), 'Kreis');
  const answer = await app.request('/circles', { headers: { cookie: COOKIE } });
  expect([await answer.text(), answer.headers.get('set-cookie')]).toEqual([
    'Kreis',
    expect.stringContaining('moodring.language=de;'),
  ]);
});

test.each(['moodring.session_token=', 'x-moodring.session_token=x', 'other=moodring.session_token=x'])(
  'the Cookie header %s has no session',
  async (cookie) => {
    expect(await pageAt('/circles', cookie)).toBe('login');
  },
);

test.each([
  ['/circles', 'circle, compressed', /^accept-encoding, cookie, accept-language$/i],
  ['/nowhere', 'index, compressed', /accept-encoding/i],
])('the page at %s is compressed, checked again each time, and depends on the cookies', async (path, page, vary) => {
  const headers = { cookie: COOKIE.replace('moodring.', '__Host-moodring.'), 'accept-encoding': 'gzip, deflate, br' };
  const answer = await app.request(path, { headers });
  expect([await answer.text(), answer.headers.get('content-encoding')]).toEqual([page, 'br']);
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  expect(answer.headers.get('vary')).toMatch(vary);
});

test('a new build is used without a restart', async () => {
  await writeFile(join(built, 'pages/routes.json'), JSON.stringify([{ ...ROUTES[1], path: '/nearby' }]));
  expect([await pageAt('/nearby', COOKIE), await pageAt('/circles', COOKIE)]).toEqual(['circle', 'index']);
  await rm(join(built, 'pages/routes.json'));
  expect(await pageAt('/nearby', COOKIE)).toBe('index');
});

describe('a file', () => {
  test('with a hash in its name is cached forever, and compressed for clients that accept it', async () => {
    const plain = await app.request('/assets/main-abc123.js');
    expect([plain.status, await plain.text()]).toEqual([200, 'plain']);
    expect(plain.headers.get('content-type')).toMatch(/^text\/javascript/);
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const compressed = await app.request('/assets/main-abc123.js', { headers: { 'accept-encoding': 'br' } });
    expect([await compressed.text(), compressed.headers.get('content-encoding')]).toEqual(['compressed', 'br']);
  });

  test('with a hash comes from any language, whose names are read once: a missing one takes one look at the disk', async () => {
    await writeFile(join(root, 'de/assets/later-abc123.js'), 'später');
    const found = ['late', 'later'].map(async (name) => (await app.request(`/assets/${name}-abc123.js`)).status);
    expect(await Promise.all(found)).toEqual([200, 404]);
  });

  test('without a hash is checked again each time', async () => {
    const answer = await app.request('/favicon.svg');
    expect([await answer.text(), answer.headers.get('cache-control')]).toEqual(['<svg/>', 'no-cache']);
    expect(answer.headers.get('vary')).toBe('cookie, accept-language');
  });

  test('that has changed is sent in its new version', async () => {
    await writeFile(join(built, 'robots.txt'), 'before');
    expect(await (await app.request('/robots.txt')).text()).toBe('before');
    await writeFile(join(built, 'robots.txt'), 'after');
    expect(await (await app.request('/robots.txt')).text()).toBe('after');
  });

  test.each(['/assets/gone.js', '/assets/gone', '/gone.png'])('that is missing (%s) is 404, no page', async (path) => {
    const answer = await fetch(server.origin + path);
    expect([answer.status, (await answer.json()).error.code]).toEqual([404, 'not_found']);
  });

  test.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/..%5csecret.txt',
    '//secret.txt',
  ])('outside the app (%s) is never sent', async (path) => {
    const answer = await app.request(`http://localhost${path}`);
    expect(await answer.text()).not.toContain('secret');
  });
});

test('/favicon.ico is an icon in three sizes', async () => {
  await cp(join(import.meta.dirname, '../../web/public/favicon.ico'), join(built, 'favicon.ico'));
  const answer = await app.request('/favicon.ico');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/x-icon']);
  const icon = Buffer.from(await answer.arrayBuffer());
  expect([icon.readUInt16LE(0), icon.readUInt16LE(2), icon.readUInt16LE(4)]).toEqual([0, 1, 3]);
  expect([0, 1, 2].map((image) => icon.readUInt8(6 + 16 * image))).toEqual([16, 32, 48]);
});
