import { expect, test } from 'vitest';
import { searchQuery } from './search-query.ts';

test('fewer than three characters after trimming are no search', () => {
  for (const text of ['', 'ad', '  ad  ', '   ', 'a😀']) expect(searchQuery(text)).toBeNull();
});

test('three characters or more are searched, trimmed', () => {
  expect(searchQuery('ada')).toBe('ada');
  expect(searchQuery('  ada lo ')).toBe('ada lo');
  expect(searchQuery(' a d')).toBe('a d');
  expect(searchQuery('a😀b')).toBe('a😀b');
});
