import { expect, test } from 'vitest';
import { telOf } from './tel-of.ts';

test.each([
  ['+1 (415) 555-0100', 'tel:+14155550100'],
  ['911', null],
  ['12345', null],
  ['+1 415 555 0100 ext. 7', null],
  ['1234567890123456', null],
])('the number %j is called by %j', (phonenumber, tel) => {
  expect(telOf(phonenumber)).toBe(tel);
});
