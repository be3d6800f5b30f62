import { expect, test } from 'vitest';
import { type Draft, EMPTY_DRAFT } from './drafts.ts';
import { returnToDraft } from './return-to-draft.ts';

const typed = (text: string): Draft => ({ ...EMPTY_DRAFT, text });

test('a refused message goes back to an empty input', () => {
  expect(returnToDraft(EMPTY_DRAFT, 'Hello', 'No.')).toEqual({ text: 'Hello', returned: 5, refusal: 'No.' });
});

test('text that was typed meanwhile stays', () => {
  expect(returnToDraft(typed('and then'), 'Hello', 'No.').text).toBe('Hello\nand then');
});

test('several go back in the order in which they were written', () => {
  const first = returnToDraft(typed('third'), 'first', 'No.');
  expect(returnToDraft(first, 'second', 'No.').text).toBe('first\nsecond\nthird');
  const alone = returnToDraft(returnToDraft(EMPTY_DRAFT, 'first', 'No.'), 'second', 'No.');
  expect(alone.text).toBe('first\nsecond');
});
