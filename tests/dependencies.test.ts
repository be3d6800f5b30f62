import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));

type Versions = Record<string, string>;
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
const { packages } = read('package-lock.json');
const { '': ours, ...locked }: Record<string, Locked> & { '': Record<string, Versions> } = packages;

const KINDS = ['dependencies', 'optionalDependencies', 'devDependencies'] as const;

describe.each(KINDS)('%s', (kind) => {
  const wanted: Versions = manifest[kind];

  test('each is wanted in one version, and that is the one that is locked', () => {
    for (const [name, specifier] of Object.entries(wanted)) {
      // One package may be there under a second name, in another version: npm:package@version.
      const version = specifier.replace(/^npm:(@[\w-]+\/)?[\w-]+@/, '');
      expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
      expect(locked[`node_modules/${name}`]?.version, name).toBe(version);
    }
    expect(ours?.[kind]).toEqual(wanted);
  });
});

test('what another package wants is replaced by one version only', () => {
  for (const version of Object.values(manifest.overrides as Versions)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
});

test('everything that is installed is held to its checksum, and comes from the registry', () => {
  const packages = Object.entries(locked);
  expect(packages.length).toBeGreaterThan(100);
  for (const [path, { integrity, resolved = 'https://registry.npmjs.org/' }] of packages) {
    expect(integrity, path).toMatch(/^sha512-/);
    expect(resolved, path).toMatch(/^https:\/\/registry\.npmjs\.org\//);
  }
});

test('no package runs a script of its own at installation but those that are named', () => {
  const scripted = Object.keys(locked).filter((path) => locked[path]?.hasInstallScript);
  const names = scripted.map((path) => path.replace(/^.*node_modules\//, ''));
  expect(names.filter((name) => !(name in manifest.allowScripts))).toEqual([]);
});

test('what runs in production is few, with all that it brings along', () => {
  const running = Object.values(locked).filter((entry) => !entry.dev && !entry.optional && !entry.devOptional);
  expect(Object.keys(manifest.dependencies).length).toBeLessThanOrEqual(15);
  expect(running.length).toBeLessThanOrEqual(80);
});
