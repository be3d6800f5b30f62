import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

interface Import {
  from: string;
  to: string;
  typeOnly: boolean;
}

/** Every import of one of our files by another. Both are paths from the root. */
const allImports = globSync('{contract,server,web,functions,fixtures,tests,bench,bin}/**/*.{ts,tsx}', {
  cwd: root,
}).flatMap(importsOf);

/** Those of the product itself. */
const imports = allImports.filter(
  ({ from }) => /^(contract|server|web|functions)\//.test(from) && !/\.test\.tsx?$/.test(from),
);

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
  return show(imports.filter((i) => from.test(i.from) && to.test(i.to) && !but(i)));
}

function show(found: Import[]): string[] {
  return found.map(({ from, to }) => `${from} → ${to}`);
}

/** The areas of the server. Each imports only itself and those before it. */
const SERVER: [name: string, files: RegExp][] = [
  ['network', /^server\/network\//],
  ['languages', /^server\/languages\.ts$/],
  ['config', /^server\/config\.ts$/],
  ['logging', /^server\/logging\//],
  ['background', /^server\/background\//],
  ['phone-numbers', /^server\/phone-numbers\//],
  ['database', /^server\/database\//],
  ['limits', /^server\/limits\//],
  ['mail', /^server\/mail\//],
  ['identity', /^server\/features\/identity\//],
  ['http', /^server\/http\//],
  ['http-server', /^server\/http-server\//],
  ['live', /^server\/live\//],
  ['context', /^server\/context\.ts$/],
  ['features', /^server\/features\//],
  ['app', /^server\/app\//],
  ['start', /^server\/[^/]+\.ts$/],
];

/** The areas of the browser, in the same way. */
const WEB: [name: string, files: RegExp][] = [
  ['ui, text and dates', /^web\/(ui|text|dates)\//],
  ['base', /^web\/((calls|loading|help)\/)?(?!app\.|main\.|routes\.|first-screen\.)[^/]+\.tsx?$/],
  ['kept and outbox', /^web\/(kept|outbox)\//],
  ['live', /^web\/live\//],
  ['features', /^web\/features\//],
  ['frame', /^web\/frame\//],
  ['start', /^web\/(app|main|routes|first-screen)\.tsx?$/],
];

/** The imports that go from an area to a later one. */
function upwards(areas: typeof SERVER, but: (found: Import) => boolean = () => false): string[] {
  const level = (file: string) => areas.findIndex(([, files]) => files.test(file));
  return show(imports.filter((i) => level(i.from) >= 0 && level(i.to) > level(i.from) && !but(i)));
}

/** The circles of imports, each as the files on its way. */
function circles(): string[][] {
  const targets = Map.groupBy(allImports, ({ from }) => from);
  const done = new Set<string>();
  const found: string[][] = [];
  const visit = (file: string, way: string[]) => {
    if (way.includes(file)) found.push(way.slice(way.indexOf(file)));
    if (way.includes(file) || done.has(file)) return;
    for (const { to } of targets.get(file) ?? []) visit(to, [...way, file]);
    done.add(file);
  };
  for (const file of targets.keys()) visit(file, []);
  return found;
}

test('the imports were read', () => {
  expect(imports.length).toBeGreaterThan(100);
  expect(imports).toContainEqual({ from: 'server/main.ts', to: 'server/config.ts', typeOnly: false });
  expect(imports).toContainEqual({
    from: 'server/features/chat/send-message.ts',
    to: 'server/context.ts',
    typeOnly: true,
  });
});

test('the contract imports nothing of ours but words', () => {
  expect(forbid(/^contract\//, /^(?!contract\/|languages?$)/)).toEqual([]);
});

test('server and web meet in the contract only', () => {
  expect(forbid(/^server\//, /^(?!server\/|contract\/|languages$)/)).toEqual([]);
  expect(forbid(/^web\//, /^(?!web\/|contract\/|language$)/)).toEqual([]);
});

test('the browser imports only types from modules with zod', () => {
  const types = /^contract\/(views|inputs|live|account|asks|consent|history|push|invites|recovery)\.ts$/;
  expect(forbid(/^web\//, types, (i) => i.typeOnly)).toEqual([]);
});

describe('areas import only earlier ones', () => {
  test.each([
    ['server', SERVER],
    ['web', WEB],
  ])('each file of %s/ belongs to one area', (folder, areas) => {
    const files = new Set(
      imports.flatMap(({ from, to }) => [from, to]).filter((file) => file.startsWith(`${folder}/`)),
    );
    expect([...files].filter((file) => !areas.some(([, belongs]) => belongs.test(file)))).toEqual([]);
  });

  test(`in the server: ${SERVER.map(([name]) => name).join(' ← ')}`, () => {
    // context.ts takes the types of the features' services; the features' operations take Context.
    expect(upwards(SERVER, (i) => i.from === 'server/context.ts' && i.typeOnly)).toEqual([]);
  });

  test(`in the browser: ${WEB.map(([name]) => name).join(' ← ')}`, () => {
    expect(upwards(WEB)).toEqual([]);
  });

  test('dates and ui, the browser’s lowest areas, stand alone', () => {
    expect(forbid(/^web\/ui\//, /^web\/(?!ui\/)/)).toEqual([]);
    expect(forbid(/^web\/dates\//, /^web\/(?!dates\/)/)).toEqual([]);
  });
});

test('a feature is entered through its index; by the app through its routes, and by screens, functions and context.ts', () => {
  const isAllowed = (i: Import) =>
    feature(i.from) === feature(i.to) ||
    /\/index\.tsx?$/.test(i.to) ||
    i.from.startsWith('functions/') ||
    (i.from === 'server/context.ts' && i.typeOnly) ||
    (/^server\/app\/(create-app|features)\.ts$/.test(i.from) && i.to.endsWith('/routes.ts')) ||
    (i.from === 'web/routes.tsx' && i.to.endsWith('-screen.tsx'));
  expect(forbid(/./, /^(server|web)\/features\//, isAllowed)).toEqual([]);
});

test('tests and bench share code in fixtures/ only', () => {
  const between = (from: RegExp, to: RegExp) => show(allImports.filter((i) => from.test(i.from) && to.test(i.to)));
  expect(between(/^fixtures\//, /^(tests|bench|bin)\//)).toEqual([]);
  expect(between(/^bench\//, /^tests\//)).toEqual([]);
  expect(between(/^tests\//, /^bench\//)).toEqual([]);
});

test('no imports go in a circle, not even those of types', () => {
  expect(circles()).toEqual([]);
});
