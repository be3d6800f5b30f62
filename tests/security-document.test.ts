import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const document = readFileSync(join(root, 'SECURITY.md'), 'utf8');

/** The rows of the threat model: who, what they try, the rule that stops it, folders. */
const threats = document
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

test('the document is short, and its table is found', () => {
  expect(document.trim().split(/\s+/).length).toBeLessThanOrEqual(1_500);
  expect(threats.length).toBeGreaterThan(10);
});

describe.each(threats)('%s', (...cells) => {
  test('has four cells, and each folder that it names has tests', () => {
    expect(cells.filter((cell) => cell !== '')).toHaveLength(4);
    expect(cells[3]).toMatch(/^`[\w/-]+`(, `[\w/-]+`)*$/);
    const folders = cells[3]!.replaceAll('`', '').split(', ');
    const withoutTests = folders.filter(
      (folder) => globSync(`${folder}/**/*.{test,journey}.ts`, { cwd: root }).length === 0,
    );
    expect(withoutTests, 'SECURITY.md names these folders, which do not exist or have no tests').toEqual([]);
  });
});
