import { expect, test } from 'vitest';
import type { OwnAsk } from '#contract/asks.ts';
import { areTextsHeld, hasNoAnswer, ownState } from './own-state.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const report = { asked: 3, handed: 3, arrived: 0, lost: [], trying: 0, appOnly: 0, notifiable: 0, seen: 0 };
const ask = (given: Partial<OwnAsk> = {}) =>
  ({
    ...{
      askedAt: 0,
      calledAt: 0,
      opensAt: 10_000,
      textsAt: 10_000,
      stillAt: null,
      closed: null,
      answers: [],
      report,
      worseAt: null,
    },
    ...given,
  }) as unknown as OwnAsk;
const answer = (given: object) =>
  [{ uid: 'grace', answer: 'yes', answeredAt: 1, handedOverAt: null, ...given }] as OwnAsk['answers'];

test.each<[string, OwnAsk, 'Dark' | 'Green', number]>([
  ['held', ask(), 'Dark', 9_999],
  ['held', ask(), 'Green', 9_999],
  ['open', ask(), 'Dark', 10_000],
  ['open', ask(), 'Dark', 10 * MINUTE + 9_999],
  ['quiet', ask(), 'Dark', 10 * MINUTE + 10_000],
  ['long quiet', ask(), 'Dark', HOUR + 10_000],
  ['open', ask({ answers: answer({}) }), 'Dark', HOUR + 10_000],
  ['open', ask({ answers: answer({ handedOverAt: HOUR }) }), 'Dark', HOUR + 9 * MINUTE],
  ['quiet', ask({ answers: answer({ handedOverAt: HOUR }) }), 'Dark', HOUR + 10 * MINUTE],
  ['open', ask({ report: { ...report, asked: 0 } }), 'Dark', 2 * HOUR],
  ['better', ask(), 'Green', HOUR],
  ['nudge', ask({ answers: answer({}) }), 'Dark', 24 * HOUR],
  ['open', ask({ answers: answer({}), stillAt: 24 * HOUR }), 'Dark', 25 * HOUR],
  ['nudge', ask({ stillAt: 24 * HOUR }), 'Dark', 48 * HOUR],
  ['expired', ask({ closed: { at: 1, how: 'expired' } }), 'Dark', 9_000],
  ['over', ask({ closed: { at: 1, how: 'ok' } }), 'Green', 9_000],
])('is %s', (state, given, mood, now) => {
  expect(ownState(given, mood, now)).toBe(state);
});

test('asks once more for a second friend ten minutes after the first one came', () => {
  const coming = (given: Partial<OwnAsk> = {}) =>
    ask({ helpersWanted: 2, answers: answer({ answeredAt: 5 * MINUTE }), ...given });
  const asksAgain = (given: OwnAsk, now: number) => hasNoAnswer(given, ownState(given, 'Dark', now), now);
  expect(asksAgain(coming(), 15 * MINUTE - 1)).toBe(false);
  expect(asksAgain(coming(), 15 * MINUTE)).toBe(true);
  expect(asksAgain(coming({ helpersWanted: 1 }), HOUR)).toBe(false);
  expect(asksAgain(coming({ report: { ...report, asked: 1 } }), HOUR)).toBe(false);
});

test('is held until the texts of the newest choice leave, also after Green', () => {
  expect(areTextsHeld(ask(), 9_999)).toBe(true);
  expect(areTextsHeld(ask(), 10_000)).toBe(false);
  expect(areTextsHeld(ask({ calledAt: HOUR, textsAt: HOUR + 5_000 }), HOUR)).toBe(true);
  expect(areTextsHeld(ask({ closed: { at: 1, how: 'ok' } }), 9_999)).toBe(false);
});
