import { expect, test } from 'vitest';
import type { Asks } from '#contract/asks.ts';
import { withAnswer } from './use-asks.ts';

const answer = (uid: string, kind: 'yes' | 'later', answeredAt: number) =>
  ({ uid, firstname: uid, lastname: '', answer: kind, answeredAt, laterAt: null, handedOverAt: null }) as const;
const asks = { mine: { id: 'ask', version: 4, answers: [answer('sam', 'later', 1)] }, friends: [] } as unknown as Asks;
const event = (more: object) =>
  ({ type: 'own-ask-answer', id: 'ask', version: 5, answer: answer('mei', 'yes', 2), ...more }) as const;

test('an answer is added, and replaces the one that the same friend gave before', () => {
  expect(withAnswer(asks, event({})).mine).toMatchObject({ version: 5, answers: [{ uid: 'sam' }, { uid: 'mei' }] });
  const changed = withAnswer(asks, event({ answer: answer('sam', 'yes', 3) })).mine;
  expect(changed).toMatchObject({ version: 5, answers: [{ uid: 'sam', answer: 'yes', answeredAt: 3 }] });
});

test.each([
  ['an ask that is not shown', asks, event({ id: 'another' })],
  ['what is shown already', asks, event({ version: 4 })],
  ['no ask', { mine: null, friends: [], undone: null }, event({})],
])('%s stays as it is', (_, before, late) => {
  expect(withAnswer(before, late)).toBe(before);
});
