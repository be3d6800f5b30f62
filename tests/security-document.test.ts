import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** The rows of the threat model: who, how, what stops it, test. */
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

test('the threat model is found', () => {
  expect(threats.length).toBeGreaterThan(20);
});

describe.each(threats)('%s %s', (...cells) => {
  test('is stopped by something, and each test that it names is there and tests', () => {
    expect(cells.filter((cell) => cell !== '')).toHaveLength(4);
    const tests = [...cells[3]!.matchAll(/`([^`]+)`/g)].map(([, file]) => file!);
    expect(tests).not.toEqual([]);
    for (const file of tests) {
      expect(file).toMatch(/^((server|tests)\/.*\.test\.ts|tests\/journeys\/.*\.journey\.ts)$/);
      expect(read(file), file).toMatch(/^\s*(test|journey)(\.each)?\(/m);
    }
  });
});
