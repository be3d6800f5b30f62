import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { applyPatch, type DependencyPatch, patchDependencies } from '../bin/build/patch-dependencies.ts';

const patch: DependencyPatch = {
  file: 'some-library/index.js',
  replace: [
    ['|| new Cache()', ''],
    [/^\w+\.displayName = .*;$/gm, ''],
  ],
};
const code = 'cache = given || new Cache();\nLink.displayName = "Link";\nForm.displayName = "Form";\n';

test('a patch replaces all its patterns', () => {
  expect(applyPatch(code, patch)).toBe('cache = given ;\n\n\n');
});

test('a pattern that no longer occurs fails the build and names the file', () => {
  expect(() => applyPatch(code.replace('|| new', '?? new'), patch)).toThrow(
    'The patch of some-library/index.js in vite.config.ts no longer applies: it does not contain || new Cache().',
  );
  expect(() => applyPatch(code.replaceAll('displayName', 'name'), patch)).toThrow('it does not contain /^\\w+');
});

test('a file that the build no longer loads fails the build', () => {
  const { buildEnd } = patchDependencies([patch]) as { buildEnd: (error?: Error) => void };
  expect(() => buildEnd()).toThrow(
    'some-library/index.js in vite.config.ts no longer applies: the build does not load',
  );
});

test('the app uses nothing that the patches remove', () => {
  const removed =
    /throwOnError|suspense: ?true|use(Suspense|Infinite)Quer|useMutation|(create\w+|Static)Router\b|RouterProvider/;
  const files = globSync('web/**/*.{ts,tsx}').map((file) => ({ file, source: readFileSync(file, 'utf8') }));
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter(({ source }) => removed.test(source)).map(({ file }) => file)).toEqual([]);
  expect(removed.test('const router = createBrowserRouter([])')).toBe(true);
});
