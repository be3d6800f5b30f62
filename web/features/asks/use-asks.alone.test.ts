import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import type { Asks, OwnAsk } from '#contract/asks.ts';
import { queries } from '#web/query-cache.ts';
import { ASKS_KEY, fetchAsks, fetchDelay, putOwnAsk, withAnswer } from './use-asks.ts';

afterEach(() => {
  queries.clear();
  vi.unstubAllGlobals();
});

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

test('merged fetches are ten seconds apart, others come within one, and each browser at another time', () => {
  expect(fetchDelay('soon', 0, 0.5)).toBe(500);
  expect(fetchDelay('merged', 0, 0.5)).toBe(10_500);
  expect(fetchDelay('merged', 4_000, 0)).toBe(6_000);
  expect(fetchDelay('merged', 60_000, 0.25)).toBe(250);
});

/** The asks on a screen; the test gives the server's answers one by one. */
function shownAsks() {
  const answers: ((asks: Asks) => void)[] = [];
  const waiting = () => new Promise<Asks>((answer) => answers.push(answer));
  vi.stubGlobal('fetch', async () => Response.json(await waiting()));
  const stop = new QueryObserver(queries, { queryKey: ASKS_KEY, queryFn: fetchAsks }).subscribe(() => {});
  const answer = async (asks: Asks) => {
    await vi.waitFor(() => expect(answers).not.toEqual([]));
    answers.shift()!(asks);
  };
  const mine = () => queries.getQueryData<Asks>(ASKS_KEY)?.mine;
  return { answer, mine, stop };
}

const none: Asks = { mine: null, friends: [], undone: null };
const own = (version: number) => ({ id: 'ask', version, answers: [], calledAt: 1 }) as unknown as OwnAsk;

test('a choice during a fetch that began before it stays on the screen', async () => {
  const { answer, mine, stop } = shownAsks();
  await answer(none);
  await vi.waitFor(() => expect(mine()).toBeNull());
  void queries.invalidateQueries({ queryKey: ASKS_KEY });
  putOwnAsk(own(1));
  expect(mine()).toMatchObject({ version: 1 });
  // It is older than the choice, so another fetch follows.
  await answer(none);
  await answer({ ...none, mine: own(1) });
  await vi.waitFor(() => expect(mine()).toMatchObject({ version: 1 }));
  expect(queries.isFetching()).toBe(0);
  stop();
});

test('a change during a fetch that began before it is not taken back', async () => {
  const { answer, mine, stop } = shownAsks();
  await answer({ ...none, mine: own(1) });
  await vi.waitFor(() => expect(mine()).toMatchObject({ version: 1 }));
  void queries.invalidateQueries({ queryKey: ASKS_KEY });
  putOwnAsk(own(2));
  await answer({ ...none, mine: own(1) });
  await vi.waitFor(() => expect(queries.getQueryState(ASKS_KEY)?.dataUpdateCount).toBeGreaterThan(2));
  expect(mine()).toMatchObject({ version: 2 });
  stop();
});
