import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

/** Every import of a file of ours by another, both as paths from the root. */
const imports = globSync('{contract,server,web,functions}/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .flatMap(importsOf);

function importsOf(from: string): Import[] {
  const source = readFileSync(join(root, from), 'utf8');
  const statements = source.matchAll(
    /^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s)?'([^']+)'|import\('([^']+)'\)/gm,
  );
  return [...statements].flatMap(([, type, named, dynamic]) => {
    const specifier = named ?? dynamic ?? '';
    if (!/^[.#]/.test(specifier)) return [];
    const to = specifier.startsWith('#') ? specifier.slice(1) : relative(root, join(root, dirname(from), specifier));
    return [{ from, to, typeOnly: type !== undefined }];
  });
}

function feature(file: string): string | undefined {
  return /^(?:server|web)\/features\/[^/]+/.exec(file)?.[0];
}

function forbid(from: RegExp, to: RegExp, but: (found: Import) => boolean = () => false): string[] {
  return imports.filter((i) => from.test(i.from) && to.test(i.to) && !but(i)).map((i) => `${i.from} → ${i.to}`);
}

test('the imports were read', () => {
  expect(imports.length).toBeGreaterThan(100);
  expect(imports).toContainEqual({ from: 'server/main.ts', to: 'server/config.ts', typeOnly: false });
  expect(imports).toContainEqual({
    from: 'server/features/chat/mark-read.ts',
    to: 'server/context.ts',
    typeOnly: true,
  });
});

test('the contract imports nothing of ours', () => {
  expect(forbid(/^contract\//, /^(?!contract\/)/)).toEqual([]);
});

test('server and web meet in the contract only', () => {
  expect(forbid(/^server\//, /^(?!server\/|contract\/)/)).toEqual([]);
  expect(forbid(/^web\//, /^(?!web\/|contract\/)/)).toEqual([]);
});

test('what is written with zod reaches the browser as types only', () => {
  expect(forbid(/^web\//, /^contract\/(views|inputs|live|account)\.ts$/, (i) => i.typeOnly)).toEqual([]);
});

test('in the browser: ui ← live ← features ← frame', () => {
  expect(forbid(/^web\/ui\//, /^web\/(?!ui\/)/)).toEqual([]);
  expect(forbid(/^web\/live\//, /^web\/(features|frame)\//)).toEqual([]);
  expect(forbid(/^web\/features\//, /^web\/(frame\/|routes|main)/)).toEqual([]);
});

test('a feature is entered through its index, its routes by server/app, its screens by web/routes.tsx', () => {
  const inside = (i: Import) =>
    feature(i.from) === feature(i.to) ||
    /\/index\.tsx?$/.test(i.to) ||
    i.from.startsWith('functions/') ||
    (i.from.startsWith('server/app/') && i.to.endsWith('/routes.ts')) ||
    (i.from === 'web/routes.tsx' && i.to.endsWith('-screen.tsx'));
  expect(forbid(/./, /^(server|web)\/features\//, inside)).toEqual([]);
});
