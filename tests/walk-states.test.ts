import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { screensOfRoutes } from '../bin/build/screens-of-routes.ts';
import { WALKS } from './walks/states/index.ts';

const ROUTES = screensOfRoutes(readFileSync(join(import.meta.dirname, '../web/routes.tsx'), 'utf8'));

test('the walks visit each screen of web/routes.tsx, those of signed-out people too', () => {
  const walks = readFileSync(join(import.meta.dirname, 'walks/walks.walk.ts'), 'utf8');
  for (const name of Object.keys(WALKS)) expect(walks).toContain(`walk(WALKS.${name},`);
  const visited = new Set(Object.values(WALKS).flatMap((states) => states.map(({ screen }) => screen)));
  expect(ROUTES.map(({ path }) => path).filter((path) => !visited.has(path))).toEqual([]);
  const visitedSignedOut = WALKS.signedOut.map(({ screen }) => ROUTES.find(({ path }) => path === screen)?.signedOut);
  const needed = ROUTES.filter(({ signedIn, signedOut }) => signedIn !== signedOut).map(({ signedOut }) => signedOut);
  expect(needed.filter((module) => !visitedSignedOut.includes(module))).toEqual([]);
});
