import { expect, test, vi } from 'vitest';
import { MOODS, moodWords } from '#contract/moods.ts';
import { leftWords, undoneWords } from './ask-words.ts';

vi.mock(import('#language'), async () => ({ ...(await import('../../../dist/languages/ja.js')) }) as never);

test('no space is between sentences in Japanese', () => {
  const sentences = [
    ...MOODS.flatMap((mood) => [moodWords({ mood }, true), moodWords({ mood }, false)]),
    ...[0, 1].map((left) => undoneWords({ asked: 2, left }, 'Green')),
    leftWords({ asked: 2 }, null, true),
  ];
  expect(sentences.filter((words) => /\s/.test(words.replaceAll('SMS ', '')))).toEqual([]);
  expect(moodWords({ mood: 'Dark' }, false)).toBe('とてもつらい状態です。');
  expect(moodWords({ mood: 'Dark' }, true)).toMatch(/^とてもつらい状態です。力に/);
});
