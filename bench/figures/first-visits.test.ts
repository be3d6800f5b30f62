import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Person } from '#bench/rig/people.ts';
import { firstVisits } from './first-visits.ts';

test('the first visit to each route is measured', () => {
  const source = readFileSync(join(import.meta.dirname, '../../web/routes.tsx'), 'utf8');
  const routes = [...source.matchAll(/\bpath="([^"*]+)"/g)].map(([, path]) => path);
  const measured = firstVisits({} as Person, ':connect').map(({ path }) => path);
  expect(measured.toSorted()).toEqual(routes.toSorted());
});
