import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { queries } from '../query-cache.ts';
import { applyEvent, fetchAgain } from './live-events.ts';

const KEY = ['connections', 'me'];

beforeEach(() => queries.clear());

/** A list on the screen; the test gives its answers one by one. */
function shownList() {
  const answers: ((list: string[]) => void)[] = [];
  const queryFn = vi.fn(() => new Promise<string[]>((answer) => answers.push(answer)));
  const stop = new QueryObserver(queries, { queryKey: KEY, queryFn }).subscribe(() => {});
  const answer = async (list: string[]) => {
    answers.shift()?.(list);
    await vi.waitFor(() => expect(queries.getQueryState(KEY)?.data).toEqual(list));
  };
  return { queryFn, answer, stop };
}

test('ten events during a fetch cause one more fetch', async () => {
  const { queryFn, answer, stop } = shownList();
  for (let events = 0; events < 10; events++) applyEvent<string[]>(KEY, (list) => [...list, 'grace']);
  await answer([]);
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(2));
  await answer(['grace']);
  expect(queries.isFetching()).toBe(0);
  stop();
});

test('data that was never fetched stays unfetched', async () => {
  applyEvent<string[]>(KEY, (list) => [...list, 'grace']);
  await fetchAgain(KEY);
  expect(queries.getQueryData(KEY)).toBeUndefined();
});
