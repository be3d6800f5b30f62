import { expect, test, vi } from 'vitest';
import type { AskReport, FriendAsk, Undone } from '#contract/asks.ts';
import type { Mood } from '#contract/moods.ts';
import {
  agoWords,
  answerWords,
  askingWords,
  comingTooWords,
  holdWords,
  leftWords,
  othersWords,
  reportWords,
  sheetWords,
  undoneWords,
} from './ask-words.ts';

vi.mock(import('#web/dates/hour-cycle.ts'), () => ({ uses12Hours: vi.fn(() => false) }));

const report: AskReport = { asked: 7, handed: 4, arrived: 0, lost: [], trying: 1, appOnly: 2, notifiable: 0, seen: 3 };

test.each<[Partial<AskReport>, string[]]>([
  [{}, ['4 texts sent, 1 on the way, 2 in the app only.', '3 have seen it.']],
  [{ arrived: 3, trying: 0, seen: 0 }, ['3 texts delivered, 1 text sent, 2 in the app only.']],
  [
    { handed: 0, trying: 0, appOnly: 6, seen: 1, lost: [{ uid: 'mei', firstname: 'Mei' }] },
    ['6 in the app only.', '1 has seen it.', 'The text to Mei could not be sent. You could call.'],
  ],
  [{ asked: 0, handed: 0, trying: 0, appOnly: 0, seen: 0 }, []],
])('the details of %j read as what is known', (more, words) => {
  expect(reportWords({ ...report, ...more })).toEqual(words);
});

const NOTHING_SENT = { handed: 0, trying: 0, appOnly: 7, seen: 0 };

test.each<[Partial<AskReport>, string[] | null, string]>([
  [{ seen: 0 }, null, 'Asking your friends'],
  [{ asked: 2, seen: 0 }, ['Tomás', 'Lou'], 'Asking Tomás and Lou'],
  [{ seen: 1 }, null, 'Your friends know.'],
  [{ asked: 2, seen: 1 }, ['Tomás', 'Lou'], 'Your friends know.'],
  [{ asked: 2, seen: 2 }, ['Tomás', 'Lou'], 'Tomás and Lou know.'],
  [{ asked: 1, seen: 1 }, ['Lou'], 'Lou knows.'],
  [NOTHING_SENT, null, 'Nobody could be texted.'],
  [{ ...NOTHING_SENT, asked: 1 }, ['Lou'], 'Nobody could be texted.'],
  [{ ...NOTHING_SENT, notifiable: 1 }, null, 'Asking your friends'],
  [{ ...NOTHING_SENT, seen: 1 }, null, 'Your friends know.'],
  [{ asked: 0 }, [], 'Nobody is asked. You can talk to someone right now.'],
])('of %j, friends %j, the card says no more than is so: %s', (more, names, words) => {
  expect(askingWords({ ...report, ...more }, names)).toBe(words);
});

const nobody = { onIt: 0, names: [], handedOverAt: null, helpersWanted: 1 } as const;

test.each<[Partial<FriendAsk>, string | null]>([
  [{}, null],
  [{ onIt: 1 }, '1 friend will reach out'],
  [{ onIt: 2, names: ['Grace'] }, '2 friends will reach out'],
  [{ onIt: 2, names: ['Grace', 'Sam'] }, 'Grace and Sam will reach out'],
  [{ onIt: 2, names: ['', 'Sam'] }, 'Sam and a friend will reach out'],
  [{ onIt: 1, names: [''] }, '1 friend will reach out'],
  [{ onIt: 1, names: [''], helpersWanted: 2 }, 'A friend is coming. One more?'],
  [{ onIt: 1, names: ['Grace'], helpersWanted: 2 }, 'Grace is coming. One more?'],
  [{ onIt: 1, helpersWanted: 2 }, 'A friend is coming. One more?'],
  [{ onIt: 2, helpersWanted: 2 }, '2 friends will reach out'],
  [{ handedOverAt: 1, helpersWanted: 2 }, 'A friend had to go.'],
])('of %j the others read %j', (ask, words) => {
  expect(othersWords({ ...nobody, names: [], ...ask })).toBe(words);
});

test.each<[Partial<FriendAsk>, string | null]>([
  [{}, null],
  [{ onIt: 1 }, null],
  [{ onIt: 1, names: [''] }, null],
  [{ onIt: 1, names: ['Sam'] }, 'Sam is coming, too'],
  [{ onIt: 2, names: ['Grace', 'Sam'] }, 'Grace and Sam are coming, too'],
])('of %j who comes, too, reads %j', (ask, words) => {
  expect(comingTooWords({ ...nobody, names: [], ...ask })).toBe(words);
});

test('the hold says that the mood is seen, and promises no text: some friends get none, and do not say so', () => {
  expect(holdWords('Dark', 8_000, 0)).toBe('Friends see Dark. Asking them in 8\u00a0s.');
  expect(holdWords('Purple', 7_001, 0)).toBe('Friends see Purple. Asking them in 8\u00a0s.');
  expect(sheetWords(118_000, 0)).toBe('Asking when you are done, or in 2\u00a0min.');
  expect(sheetWords(60_000, 0)).toBe('Asking when you are done, or in 60\u00a0s.');
});

test.each<[Partial<Undone>, Mood | null, string]>([
  [{}, 'Green', 'Undone. Friends see Green again. Nobody was asked.'],
  [{ stands: 'Purple' }, 'Purple', 'Undone. Friends see Purple again.'],
  [{ asked: 7 }, 'Green', 'Undone. Friends see Green again. No text had left.'],
  [{ asked: 7, left: 2 }, 'Green', 'Undone. Friends see Green again. 2 of 7 texts had left.'],
  [{ asked: 1, left: 1 }, null, 'Undone. 1 of 1 text had left.'],
])('an undo with %j after which friends see %s reads: %s', (undone, mood, words) => {
  expect(undoneWords({ asked: 0, left: 0, ...undone }, mood)).toBe(words);
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
  [{ answer: 'yes' }, 'Grace will reach out'],
  [{ answer: 'later', laterAt: at(22, 18) }, 'Grace will reach out at 18:00'],
  [{ answer: 'later', laterAt: at(23, 8) }, 'Grace will reach out tomorrow, 08:00'],
  [{ answer: 'later' }, 'Grace will reach out later'],
  [{ answer: 'yes' }, 'Grace will reach out · before it got darker', at(22, 14, 30)],
])('the answer %j reads: %s', (answer, words, worseAt: number | null = null) => {
  const given = { firstname: 'Grace', answeredAt: at(22, 14, 5), laterAt: null, handedOverAt: null, ...answer };
  expect(answerWords(given as never, worseAt, now)).toBe(words);
});

test('times read as people say them', () => {
  expect([agoWords(now, now), agoWords(at(22, 14, 55), now), agoWords(at(22, 11), now)]).toEqual([
    'just now',
    '5 min ago',
    '4 h ago',
  ]);
  expect(agoWords(at(21, 14, 5), now)).toBe('yesterday, 14:05');
});
