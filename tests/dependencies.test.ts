import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));

interface Locked {
  version: string;
  integrity?: string;
  resolved?: string;
  hasInstallScript?: boolean;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
}

const manifest = read('package.json');
const { '': _, ...locked }: Record<string, Locked> = read('package-lock.json').packages;

// That the lock file has the same ones, `npm ci` checks.
test('each dependency and each override has one exact version', () => {
  const { dependencies, optionalDependencies, devDependencies, overrides } = manifest;
  for (const wanted of [dependencies, optionalDependencies, devDependencies, overrides] as Record<string, string>[])
    for (const [name, specifier] of Object.entries(wanted)) {
      // An alias installs a package in a second version: npm:package@version.
      const version = specifier.replace(/^npm:(@[\w-]+\/)?[\w-]+@/, '');
      expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
    }
});

test('every locked package has a checksum and comes from the registry', () => {
  const packages = Object.entries(locked);
  expect(packages.length).toBeGreaterThan(100);
  for (const [path, { integrity, resolved = 'https://registry.npmjs.org/' }] of packages) {
    expect(integrity, path).toMatch(/^sha512-/);
    expect(resolved, path).toMatch(/^https:\/\/registry\.npmjs\.org\//);
  }
});

describe('known advisories (advisories.json)', () => {
  interface Advisory {
    package: string;
    fixed: string;
    advisory: string;
  }
  const advisories: Advisory[] = read('tests/advisories.json');
  const isOlder = (version: string, than: string) => version.localeCompare(than, 'en', { numeric: true }) < 0;

  /** What runs on the server, and what is at the top, some of which is built into the app. The tools' own copies do not count. */
  const shipped = Object.entries(locked).filter(([path, { dev }]) => !dev || !path.includes('/node_modules/'));

  test('concern no version that we ship', () => {
    for (const { package: name, fixed, advisory } of advisories) {
      const versions = shipped
        .filter(([path]) => path.endsWith(`node_modules/${name}`))
        .map(([, { version }]) => version);
      expect(versions, `${advisory} is listed, but ${name} is not installed`).not.toEqual([]);
      expect(
        versions.filter((version) => isOlder(version, fixed)),
        `${name}: ${advisory}`,
      ).toEqual([]);
    }
  });
});

test('only the allowed packages have install scripts', () => {
  const scripted = Object.keys(locked).filter((path) => locked[path]?.hasInstallScript);
  const names = scripted.map((path) => path.replace(/^.*node_modules\//, ''));
  expect(names.filter((name) => !(name in manifest.allowScripts))).toEqual([]);
});

test('production has few packages, transitive ones included', () => {
  const running = Object.values(locked).filter((entry) => !entry.dev && !entry.optional && !entry.devOptional);
  // Fourteen with 80 in all, and one each for mail, passkeys, the encryption of pushes, S3, and OpenID Connect. Passkeys bring
  // eleven more (docs/decisions/0017, 0021, 0023, 0026, 0032).
  expect(Object.keys(manifest.dependencies).length).toBeLessThanOrEqual(19);
  expect(running.length).toBeLessThanOrEqual(96);
});
