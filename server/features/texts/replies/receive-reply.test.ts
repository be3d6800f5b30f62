import { expect, test } from 'vitest';
import { readReply } from './receive-reply.ts';

test.each([
  ['1', 'yes'],
  [' 1\n', 'yes'],
  ['1.', 'yes'],
  ['1 .', 'yes'],
  ['１', 'yes'],
  ['\u3000１。', 'yes'],
  ['١', 'yes'],
  ['\u2067۱\u2069', 'yes'],
  ['2', 'no'],
  ['٢', 'no'],
  ['2. ', 'no'],
  ['２．', 'no'],
])('%j is %s', (message, answer) => {
  expect(readReply(message)).toBe(answer);
});

test.each([
  ...['', ' ', '.', '12', '11', '1 2', '3', '0', '-1', '1!', '1,', '1..', '(1)', '1)', '①', '¹', '1️⃣', 'one'],
  ...['yes', 'YES', 'no', 'end', 'cancel', '1 I come', "1: I'll reach out", 'Reply 1', '1\n2'],
])('%j is no answer', (message) => {
  expect(readReply(message)).toBeUndefined();
});
