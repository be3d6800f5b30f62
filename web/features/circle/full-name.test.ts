import { expect, test } from 'vitest';
import { firstName, fullName } from './full-name.ts';
import { telOf } from './tel-of.ts';

test.each([
  ['Ada', 'Lovelace', 'Ada Lovelace', 'Ada'],
  ['Ada', '', 'Ada', 'Ada'],
  ['', 'Lovelace', 'Lovelace', 'Lovelace'],
  ['', '', 'A friend', 'A friend'],
])('%j %j is %j in lists and called %j', (firstname, lastname, full, first) => {
  expect(fullName({ firstname, lastname })).toBe(full);
  expect(firstName({ firstname, lastname })).toBe(first);
});

test.each([
  ['+1 (415) 555-0100', 'tel:+14155550100'],
  ['911', null],
  ['12345', null],
  ['+1 415 555 0100 ext. 7', null],
  ['1234567890123456', null],
])('the number %j is called by %j', (phonenumber, tel) => {
  expect(telOf(phonenumber)).toBe(tel);
});
