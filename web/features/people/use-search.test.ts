import { expect, test } from 'vitest';
import { searchQuery } from './search-query.ts';

test('under three characters after trimming nothing is searched', () => {
  for (const text of ['', 'ad', '  ad  ', '   ']) expect(searchQuery(text)).toBeNull();
});

test('from three characters on the trimmed text is searched', () => {
  expect(searchQuery('ada')).toBe('ada');
  expect(searchQuery('  ada lo ')).toBe('ada lo');
  expect(searchQuery(' a d')).toBe('a d');
});
