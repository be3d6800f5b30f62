import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root });

/** What stands between backticks in a document, code blocks aside. */
function terms(document: string): string[] {
  return [...read(document).matchAll(/`([^`\n]+)`/g)].map(([, term]) => term ?? '');
}

test('the documents are found', () => {
  expect(documents).toEqual(expect.arrayContaining(['README.md', 'ARCHITECTURE.md', 'CHANGELOG.md']));
});

describe.each(documents)('%s', (document) => {
  test('every link to a file leads somewhere', () => {
    const links = [...read(document).matchAll(/\]\(([^)#]+)\)/g)].map(([, link]) => link ?? '');
    const missing = links.filter((link) => !/^https?:/.test(link) && !existsSync(join(root, dirname(document), link)));
    expect(missing).toEqual([]);
  });

  test('every file and folder it names exists', () => {
    const everywhere = globSync('{contract,server,web,functions,tests,bench,bin,deploy,docs,.ci}/**/*', { cwd: root });
    const isThere = (path: string) =>
      existsSync(join(root, path)) || everywhere.some((file) => file === path || file.endsWith(`/${path}`));
    const paths = terms(document).filter(
      (term) => /^[\w.][\w./-]*(\.(tsx?|mjs|md|yaml|json|sql)|\/)$/.test(term) && !/^\.?\/?(data|dist)\b/.test(term),
    );
    expect(paths.filter((path) => !isThere(path.replace(/^\.\//, '').replace(/\/$/, '')))).toEqual([]);
  });

  test('every npm script it names exists', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const named = [...read(document).matchAll(/npm (?:run ([\w:-]+)|(start|test))\b/g)].map(
      ([, run, own]) => run ?? own,
    );
    expect(named.filter((script) => !(script! in scripts))).toEqual([]);
  });

  test('every setting it names is one that the server reads, or that compose.yaml asks for', () => {
    const [config, compose] = [read('server/config.ts'), read('compose.yaml')];
    const settings = terms(document).filter((term) => /^[A-Z][A-Z_]+[A-Z]$/.test(term) && term.includes('_'));
    expect(
      settings.filter((setting) => !config.includes(`${setting}:`) && !compose.includes(`\${${setting}:`)),
    ).toEqual([]);
  });
});

test('the README names every setting that the server reads', () => {
  const settings = [...read('server/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, setting]) => setting);
  expect(settings.length).toBeGreaterThan(10);
  for (const setting of settings) expect(read('README.md')).toContain(`\`${setting}\``);
});
