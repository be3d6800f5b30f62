import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { screensOfRoutes } from '../bin/build/screens-of-routes.ts';

const SOURCE = readFileSync(join(import.meta.dirname, '../web/routes.tsx'), 'utf8');

test('each route of the app has its screens, for signed-in people and for others', () => {
  const routes = screensOfRoutes(SOURCE);
  const paths = [...SOURCE.matchAll(/\bpath: '([^']+)'/g)].map(([, path]) => path);
  expect(paths.length).toBeGreaterThan(10);
  expect(routes.map(({ path }) => path)).toEqual(paths);
  const login = './features/identity/login-screen.tsx';
  expect(routes).toContainEqual({ path: '/', signedIn: './features/moods/mood-screen.tsx', signedOut: login });
  expect(routes).toContainEqual({ path: '/login', signedIn: login, signedOut: login });
  expect(routes).toContainEqual({
    path: '/chat/:connect',
    signedIn: './features/chat/chat-screen.tsx',
    signedOut: './features/chat/logged-out-screen.tsx',
  });
});
