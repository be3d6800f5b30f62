import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** The rows of the threat model: who, how, what stops it, tests. */
const threats = read('SECURITY.md')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

/** Reads a cell of tests: `file`: 'title', 'title'; `file`: 'title'. */
function testsOf(cell: string): { file: string; titles: string[] }[] {
  return cell.split('; `').map((part) => {
    const [, file = '', titles = ''] = /^`?([^`]+)`: '(.*)'$/.exec(part) ?? [];
    return { file, titles: titles.split("', '").filter(Boolean) };
  });
}

/** Whether a file has a test, or a group of tests, with this title as it is in the source. */
function hasTitle(file: string, title: string): boolean {
  const literal = title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`\\(\\s*(['"\`])${literal}\\1,`).test(read(file));
}

test('the threat model is found', () => {
  expect(threats.length).toBeGreaterThan(20);
});

describe.each(threats)('%s %s', (...cells) => {
  test('has a measure, and each test that it names exists', () => {
    expect(cells.filter((cell) => cell !== '')).toHaveLength(4);
    const named = testsOf(cells[3]!);
    const unreadable = named.filter(({ file, titles }) => file === '' || titles.length === 0);
    expect(unreadable, "the last column is not of the form `file`: 'title', 'title'; `file`: 'title'").toEqual([]);
    for (const { file, titles } of named) {
      expect(file).toMatch(/^((server|web|tests)\/.*\.test\.ts|tests\/journeys\/.*\.journey\.ts)$/);
      expect(existsSync(join(root, file)), `SECURITY.md names ${file}, which does not exist`).toBe(true);
      const missing = titles.filter((title) => !hasTitle(file, title));
      expect(missing, `SECURITY.md names these tests of ${file}, but the file has no test with such a title`).toEqual(
        [],
      );
    }
  });
});
