import { expect, onTestFinished, test, vi } from 'vitest';
import { uses12Hours } from '#web/dates/hour-cycle.ts';
import {
  agoWords,
  answerWords,
  dayAndTime,
  dueWords,
  holdWords,
  leftWords,
  othersWords,
  reportWords,
  undoneWords,
} from './ask-words.ts';

vi.mock(import('#web/dates/hour-cycle.ts'), () => ({ uses12Hours: vi.fn(() => false) }));

const report = { asked: 7, handed: 4, arrived: 0, lost: [], trying: 1, appOnly: 2, seen: 3 };

const COUNTED =
  'You asked 7 friends. 4 texts handed to the phone network, 1 still trying, 2 in the app only. 3 have seen it.';
const NO_GATEWAY = 'Texts are not set up on this Moodring.';

test.each([
  [{}, true, [COUNTED]],
  [{ lost: [{ firstname: 'Mei' }] }, true, [COUNTED, 'The text to Mei could not be sent. You could call.']],
  [
    { asked: 1, handed: 1, trying: 0, appOnly: 0, seen: 1 },
    true,
    ['You asked 1 friend. 1 text handed to the phone network. 1 has seen it.'],
  ],
  [{ asked: 0 }, true, ['Nobody is asked. You can talk to someone right now.']],
  [
    { handed: 0, trying: 0, appOnly: 7 },
    false,
    [`${NO_GATEWAY} Your 7 friends see it when they open the app. 3 have seen it.`],
  ],
  [
    { asked: 1, handed: 0, trying: 0, appOnly: 1, seen: 0 },
    false,
    [`${NO_GATEWAY} Your friend sees it when they open the app.`],
  ],
])('the report on %j, with a gateway: %s, reads as what is known', (more, hasGateway, words) => {
  expect(reportWords({ ...report, ...more } as typeof report, hasGateway)).toEqual(words);
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

test('the hold promises no text: a calm friend gets none of a further choice, and no friend more than ten', () => {
  expect(holdWords(8_000, 0)).toBe('Your friends are asked in 8 s.');
  expect(holdWords(7_001, 0)).toBe('Your friends are asked in 8 s.');
});

test.each([
  [{ asked: 7, left: 0 }, 'Undone. Nobody was texted.'],
  [{ asked: 7, left: 2 }, 'Undone. 2 of 7 texts had already left.'],
  [{ asked: 1, left: 1 }, 'Undone. 1 of 1 text had already left.'],
  [{ asked: 0, left: 0, stands: 'Purple' }, 'Undone. Nobody was texted about Dark.'],
  [{ asked: 0, left: 0, stands: 'Dark' }, 'Undone. Nobody was texted again.'],
  [{ asked: 7, left: 2, stands: 'Purple' }, 'Undone. 2 of 7 texts about Dark had already left.'],
  [{ asked: 7, left: 2, stands: 'Dark' }, 'Undone. 2 of 7 further texts had already left.'],
  [{ asked: 0, left: 0 }, 'Undone. Nobody was asked.', false],
  [{ asked: 0, left: 0, stands: 'Purple' }, 'Undone. Nobody was asked about Dark.', false],
] as const)('an undo of Dark with %j reads: %s', (undone, words, hasGateway?: boolean) => {
  expect(undoneWords({ level: 'Dark', stands: null, ...undone }, hasGateway)).toBe(words);
});

test.each([
  [['Grace', 'Sam'], true, 'Your friends have been asked. You asked Grace and Sam.'],
  [null, true, 'Your friends have been asked. You asked 3 friends.'],
  [null, false, 'Your friends have been asked before your last change could be saved. You asked 3 friends.'],
])('a hold that ends while the sheet is open, for %j, stored: %s, reads: %s', (names, isStored, words) => {
  expect(leftWords({ asked: 3 }, names, isStored)).toBe(words);
});

const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).getTime();
const now = at(22, 15);

test.each([
  [{ answer: 'yes' }, 'Grace will reach out · 14:05'],
  [{ answer: 'later', laterAt: at(22, 18) }, 'Grace will reach out at 18:00 · 14:05'],
  [{ answer: 'later', laterAt: at(23, 8) }, 'Grace will reach out tomorrow, 08:00 · 14:05'],
  [{ answer: 'later' }, 'Grace will reach out later · 14:05'],
  [{ answer: 'yes', handedOverAt: now }, 'Grace had to go. Your other friends know.'],
  [{ answer: 'yes' }, 'Grace will reach out · before it got darker', at(22, 14, 30)],
])('the answer %j reads: %s', (answer, words, worseAt: number | null = null) => {
  const given = { firstname: 'Grace', answeredAt: at(22, 14, 5), laterAt: null, handedOverAt: null, ...answer };
  expect(answerWords(given as never, worseAt, now)).toBe(words);
});

test('a promised time that has come is a question, on both clocks', () => {
  expect(dueWords(at(22, 14), now)).toBe('You said about 14:00. Still good?');
  expect(dueWords(at(21, 22), now)).toBe('You said yesterday, about 22:00. Still good?');
  vi.mocked(uses12Hours).mockReturnValue(true);
  onTestFinished(() => void vi.mocked(uses12Hours).mockReturnValue(false));
  expect(dueWords(at(22, 14), now)).toBe('You said about 2:00\u00a0PM. Still good?');
  expect(dueWords(at(21, 22), now)).toBe('You said yesterday, about 10:00\u00a0PM. Still good?');
});

test('times read as people say them', () => {
  expect([agoWords(now, now), agoWords(at(22, 14, 55), now), agoWords(at(22, 11), now)]).toEqual([
    'just now',
    '5 min ago',
    '4 h ago',
  ]);
  expect(agoWords(at(21, 14, 5), now)).toBe('yesterday, 14:05');
  expect(dayAndTime(at(20, 9), now)).toBe('Fri, 09:00');
  expect(dayAndTime(at(3, 9), now)).toBe('3 Nov, 09:00');
});
