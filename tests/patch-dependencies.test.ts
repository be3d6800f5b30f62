import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the app uses nothing that the patches of vite.config.ts remove', () => {
  const removed =
    /throwOnError|suspense: ?true|use(Suspense|Infinite)Quer|useMutation|(create\w+|Static)Router\b|RouterProvider/;
  const files = globSync('web/**/*.{ts,tsx}').map((file) => ({ file, source: readFileSync(file, 'utf8') }));
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter(({ source }) => removed.test(source)).map(({ file }) => file)).toEqual([]);
});
