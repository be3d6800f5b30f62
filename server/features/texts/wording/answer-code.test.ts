import { expect, test } from 'vitest';
import { answerCode, readAnswerCode } from './answer-code.ts';

const SECRET = 'a secret that only the tests use';
const ID = '019b1c5e-3f7a-7b2c-8d4e-00000000000a';

test('a code names its text', () => {
  expect(readAnswerCode(SECRET, answerCode(SECRET, ID))).toBe(ID);
});

test('with any one bit flipped it names none', () => {
  const bytes = Buffer.from(answerCode(SECRET, ID), 'base64url');
  for (let bit = 0; bit < 8 * bytes.length; bit++) {
    const flipped = Buffer.from(bytes);
    flipped[bit >> 3]! ^= 1 << (bit & 7);
    expect(readAnswerCode(SECRET, flipped.toString('base64url'))).toBeUndefined();
  }
});

test.each([
  '',
  'x',
  `${answerCode(SECRET, ID)}=`,
  ` ${answerCode(SECRET, ID)}`,
  answerCode('another secret', ID),
  '\0'.repeat(43),
])('%j names none', (code) => {
  expect(readAnswerCode(SECRET, code)).toBeUndefined();
});
