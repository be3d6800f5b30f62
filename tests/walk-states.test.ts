import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { screensOfRoutes } from '../bin/build/screens-of-routes.ts';
import { CARE } from './walks/states/care.ts';
import { CIRCLE } from './walks/states/circle.ts';
import { NEW_PERSON } from './walks/states/new-person.ts';
import { NOT_SET_UP } from './walks/states/not-set-up.ts';
import { NOTICES } from './walks/states/notices.ts';
import { PHOTOS } from './walks/states/photos.ts';
import { RECOVERY } from './walks/states/recovery.ts';
import { SIGNED_OUT } from './walks/states/signed-out.ts';

const ROUTES = screensOfRoutes(readFileSync(join(import.meta.dirname, '../web/routes.tsx'), 'utf8'));
const STATES = [SIGNED_OUT, NEW_PERSON, CIRCLE, NOTICES, CARE, PHOTOS, RECOVERY, NOT_SET_UP].flat();

test('the walks visit each screen of web/routes.tsx, those of signed-out people too', () => {
  const visited = new Set(STATES.map(({ screen }) => screen));
  expect(ROUTES.map(({ path }) => path).filter((path) => !visited.has(path))).toEqual([]);
  const visitedSignedOut = SIGNED_OUT.map(({ screen }) => ROUTES.find(({ path }) => path === screen)?.signedOut);
  const needed = ROUTES.filter(({ signedIn, signedOut }) => signedIn !== signedOut).map(({ signedOut }) => signedOut);
  expect(needed.filter((module) => !visitedSignedOut.includes(module))).toEqual([]);
});
