import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, expect, test } from 'vitest';
import { sessionCookie } from '#fixtures/session-cookie.ts';
import type { ApiEnvironment } from '#server/http/api.ts';
import { staticFiles } from './static-files.ts';

const ROUTES = [
  { path: '/', signedIn: 'pages/mood.html', signedOut: 'pages/login.html' },
  { path: '/circles', signedIn: 'pages/circle.html', signedOut: 'pages/login.html' },
  { path: '/chat/:connect', signedIn: 'pages/chat.html', signedOut: 'pages/chat-login.html' },
];
const COOKIE = `theme=dark; ${sessionCookie('token', 'secret')}`;

const built = await mkdtemp(join(tmpdir(), 'moodring-pages-'));
await mkdir(join(built, 'pages'));
await writeFile(join(built, 'index.html'), 'index');
await writeFile(join(built, 'pages/routes.json'), JSON.stringify(ROUTES));
for (const name of ['mood', 'login', 'circle', 'chat', 'chat-login']) {
  await writeFile(join(built, `pages/${name}.html`), name);
  await writeFile(join(built, `pages/${name}.html.br`), `${name}, compressed`);
}

const app = new Hono<ApiEnvironment>().get('*', staticFiles(built));
afterAll(() => rm(built, { recursive: true }));

const pageAt = async (path: string, cookie: string) => (await app.request(path, { headers: { cookie } })).text();

test.each([
  ['/', 'mood', 'login'],
  ['/circles', 'circle', 'login'],
  ['/circles/', 'circle', 'login'],
  ['/Circles', 'circle', 'login'],
  ['/chat/some-uid', 'chat', 'chat-login'],
  ['/chat/some-uid/', 'chat', 'chat-login'],
])('%s gets the page %s with a session cookie, and %s without one', async (path, signedIn, signedOut) => {
  expect([await pageAt(path, COOKIE), await pageAt(path, '')]).toEqual([signedIn, signedOut]);
});

test.each(['/nowhere', '/circles/more', '/chat', '/chat/', '/chat/a/b', '//circles', '/circles%2f'])(
  '%s, the address of no screen, gets the page that names no screen',
  async (path) => {
    expect([await pageAt(path, COOKIE), await pageAt(path, '')]).toEqual(['index', 'index']);
  },
);

test.each(['moodring.session_token=', 'x-moodring.session_token=x', 'other=moodring.session_token=x'])(
  'the Cookie header %s has no session',
  async (cookie) => {
    expect(await pageAt('/circles', cookie)).toBe('login');
  },
);

test('the page is compressed, checked again each time, and depends on the cookies', async () => {
  const headers = { cookie: COOKIE.replace('moodring.', '__Host-moodring.'), 'accept-encoding': 'br' };
  const answer = await app.request('/circles', { headers });
  expect([await answer.text(), answer.headers.get('content-encoding')]).toEqual(['circle, compressed', 'br']);
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  expect(answer.headers.get('vary')?.toLowerCase()).toBe('cookie, accept-encoding');
});

test('a new build is used without a restart', async () => {
  await writeFile(join(built, 'pages/routes.json'), JSON.stringify([{ ...ROUTES[1], path: '/nearby' }]));
  expect([await pageAt('/nearby', COOKIE), await pageAt('/circles', COOKIE)]).toEqual(['circle', 'index']);
  await rm(join(built, 'pages/routes.json'));
  expect(await pageAt('/nearby', COOKIE)).toBe('index');
});
