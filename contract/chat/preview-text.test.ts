import { expect, test } from 'vitest';
import { PREVIEW_LENGTH, previewText } from './preview-text.ts';

test('line breaks and runs of spaces become one space', () => {
  expect(previewText({ content: '\n Two\r\n\n\tlines  here' })).toBe('Two lines here');
});

test('a long message is cut between characters', () => {
  expect(previewText({ content: 'a'.repeat(5_000) })).toBe('a'.repeat(PREVIEW_LENGTH));
  expect(previewText({ content: `a${'👋'.repeat(200)}` })).toBe(`a${'👋'.repeat(PREVIEW_LENGTH - 1)}`);
});

test("photos without words read 'Photo'", () => {
  expect(previewText({ content: '', photos: true })).toBe('Photo');
  expect(previewText({ content: 'Look', photos: true })).toBe('Look');
  expect(previewText({ content: '', photos: false })).toBe('');
  expect(previewText({ content: '', photos: true, deleted: true })).toBe('Message deleted');
});
