import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { screensOfRoutes } from '../bin/build/screens-of-routes.ts';
import { WALKS } from './walks/states/index.ts';

const SOURCE = readFileSync(join(import.meta.dirname, '../web/routes.tsx'), 'utf8');
const ROUTES = screensOfRoutes(SOURCE);

test('each route of the app has its screens, for signed-in people and for others', () => {
  const paths = [...SOURCE.matchAll(/\bpath: '([^']+)'/g)].map(([, path]) => path);
  expect(paths.length).toBeGreaterThan(10);
  expect(ROUTES.map(({ path }) => path)).toEqual(paths);
  const login = './features/identity/login-screen.tsx';
  expect(ROUTES).toContainEqual({ path: '/', signedIn: './features/moods/mood-screen.tsx', signedOut: login });
  expect(ROUTES).toContainEqual({ path: '/login', signedIn: login, signedOut: login });
  expect(ROUTES).toContainEqual({
    path: '/chat/:connect',
    signedIn: './features/chat/chat-screen.tsx',
    signedOut: './features/chat/logged-out-screen.tsx',
  });
});

test('the walks visit each screen of web/routes.tsx, those of signed-out people too', () => {
  const walks = readFileSync(join(import.meta.dirname, 'walks/walks.walk.ts'), 'utf8');
  for (const name of Object.keys(WALKS)) expect(walks).toContain(`walk(WALKS.${name},`);
  const visited = new Set(Object.values(WALKS).flatMap((states) => states.map(({ screen }) => screen)));
  expect(ROUTES.map(({ path }) => path).filter((path) => !visited.has(path))).toEqual([]);
  const visitedSignedOut = WALKS.signedOut.map(({ screen }) => ROUTES.find(({ path }) => path === screen)?.signedOut);
  const needed = ROUTES.filter(({ signedIn, signedOut }) => signedIn !== signedOut).map(({ signedOut }) => signedOut);
  expect(needed.filter((module) => !visitedSignedOut.includes(module))).toEqual([]);
});
