import { expect, test } from 'vitest';
import { holdWords, othersWords, reportWords } from './ask-words.ts';

const report = { asked: 7, handed: 4, arrived: 0, lost: [], trying: 1, appOnly: 2, seen: 3 };

test('the report counts friends, and names one only where the network failed', () => {
  expect(reportWords(report)).toEqual([
    'You asked 7 friends. 4 texts handed to the phone network, 1 still trying, 2 in the app only. 3 have seen it.',
  ]);
  expect(reportWords({ ...report, lost: [{ uid: crypto.randomUUID(), firstname: 'Mei' }] })[1]).toBe(
    'The text to Mei could not be sent. You could call.',
  );
  expect(reportWords({ ...report, asked: 1, handed: 1, trying: 0, appOnly: 0, seen: 1 })).toEqual([
    'You asked 1 friend. 1 text handed to the phone network. 1 has seen it.',
  ]);
});

test('an empty circle is told the truth', () => {
  expect(reportWords({ ...report, asked: 0 })).toEqual([
    'Nobody is in your circle yet. You can talk to someone right now.',
  ]);
});

test.each([
  [{ onIt: 0, names: [], handedOverAt: null }, null],
  [{ onIt: 1, names: [], handedOverAt: null }, '1 friend is with Ada'],
  [{ onIt: 2, names: ['Grace'], handedOverAt: null }, '2 friends are with Ada'],
  [{ onIt: 2, names: ['Grace', 'Sam'], handedOverAt: null }, 'Grace and Sam are with Ada'],
  [{ onIt: 0, names: [], handedOverAt: 1 }, 'A friend was with Ada and has to go. Can you take over?'],
])('of %j the others read %j', (ask, words) => {
  expect(othersWords(ask as never, 'Ada')).toBe(words);
});

test('where nobody gets a text, the bar does not say that somebody is texted', () => {
  const ask = { opensAt: 8_000, report } as never;
  expect(holdWords(ask, 0)).toBe('Your friends are texted in 8 s.');
  expect(holdWords({ opensAt: 8_000, report: { ...report, appOnly: 7 } } as never, 0)).toBe(
    'Your friends are asked in 8 s.',
  );
});
