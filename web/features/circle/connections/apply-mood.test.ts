import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { ConnectionEntry } from '#contract/views.ts';
import { applyMood } from './apply-mood.ts';
import { connectionsKey } from './connections-key.ts';

const ME = 'me';
const grace = { uid: 'grace', mood: 'Green', moodChosenAt: 10 } as ConnectionEntry;

function cacheOf(...entries: ConnectionEntry[]) {
  const queries = new QueryClient();
  queries.setQueryData(connectionsKey(ME), entries);
  const moods = () => queries.getQueryData<ConnectionEntry[]>(connectionsKey(ME))?.map(({ mood }) => mood);
  const isStale = () => queries.getQueryState(connectionsKey(ME))?.isInvalidated;
  return { queries, moods, isStale };
}

test('moods that overtake each other leave the one that was chosen last', () => {
  const { queries, moods, isStale } = cacheOf(grace);
  applyMood(queries, ME, 'grace', { mood: 'Dark', chosenAt: 12 });
  applyMood(queries, ME, 'grace', { mood: 'Yellow', chosenAt: 11 });
  expect(moods()).toEqual(['Dark']);
  expect(isStale()).toBe(false);
});

test('the mood of somebody who is not in the list yet is asked of the server', async () => {
  const { queries, isStale } = cacheOf(grace);
  applyMood(queries, ME, 'alan', { mood: 'Dark', chosenAt: 12 });
  await expect.poll(isStale).toBe(true);
});

test('my own mood is nothing to my list', async () => {
  const { queries, moods, isStale } = cacheOf(grace);
  applyMood(queries, ME, ME, { mood: 'Dark', chosenAt: 12 });
  // Were the list asked for again, it would be by the time that a later asking shows.
  await queries.invalidateQueries({ queryKey: ['something else'] });
  expect([moods(), isStale()]).toEqual([['Green'], false]);
});

test('a list that was never fetched stays unfetched', () => {
  const queries = new QueryClient();
  applyMood(queries, ME, 'grace', { mood: 'Dark', chosenAt: 12 });
  expect(queries.getQueryData(connectionsKey(ME))).toBeUndefined();
});
