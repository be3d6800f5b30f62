import { expect, test } from 'vitest';
import { firstName, fullName } from './full-name.ts';

test.each([
  ['Ada', 'Lovelace', 'Ada Lovelace', 'Ada'],
  ['Ada', '', 'Ada', 'Ada'],
  ['', 'Lovelace', 'Lovelace', 'Lovelace'],
  ['', '', 'A friend', 'A friend'],
])('%j %j is %j in lists and called %j', (firstname, lastname, full, first) => {
  expect(fullName({ firstname, lastname })).toBe(full);
  expect(firstName({ firstname, lastname })).toBe(first);
});
