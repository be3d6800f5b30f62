import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type { ConnectionEntry, Message } from '#contract/views.ts';
import { applyMessage, applyMood, connectionsKey } from './connections-cache.ts';

const ME = 'me';
const grace = {
  uid: 'grace',
  firstname: 'Grace',
  mood: 'Green',
  moodChosenAt: 10,
  lastmessage: 20,
  unread: 0,
} as ConnectionEntry;
const message = (sender: string, timestamp: number): Message => ({
  id: `${sender}-${timestamp}`,
  seq: timestamp,
  sender,
  receiver: sender === ME ? 'grace' : ME,
  content: 'Hello',
  timestamp,
  read: false,
});

function cacheOf(...entries: ConnectionEntry[]) {
  const queries = new QueryClient();
  queries.setQueryData(connectionsKey(ME), entries);
  const graceNow = () =>
    queries.getQueryData<ConnectionEntry[]>(connectionsKey(ME))?.find(({ uid }) => uid === 'grace');
  const moods = () => queries.getQueryData<ConnectionEntry[]>(connectionsKey(ME))?.map(({ mood }) => mood);
  const isStale = () => queries.getQueryState(connectionsKey(ME))?.isInvalidated;
  return { queries, graceNow, moods, isStale };
}

test('my own message is never unread', () => {
  const { queries, graceNow } = cacheOf(grace);
  applyMessage(queries, ME, message(ME, 30), false);
  applyMessage(queries, ME, message(ME, 30), false);
  expect(graceNow()).toMatchObject({ unread: 0, lastmessage: 30 });
});

test('a message that may be counted already is not counted twice; the list is fetched', async () => {
  const { queries, graceNow, isStale } = cacheOf({ ...grace, unread: 1, lastmessage: 30 });
  applyMessage(queries, ME, message('grace', 30), false);
  expect(graceNow()).toMatchObject({ unread: 1 });
  await vi.waitFor(() => expect(isStale()).toBe(true));
});

test('a message of a person who is not in the list fetches the list', async () => {
  const { queries, isStale } = cacheOf();
  applyMessage(queries, ME, message('grace', 30), false);
  await vi.waitFor(() => expect(isStale()).toBe(true));
});

test('of two moods that arrive out of order the later choice stays', () => {
  const { queries, moods, isStale } = cacheOf(grace);
  applyMood(queries, ME, 'grace', { mood: 'Dark', chosenAt: 12 });
  applyMood(queries, ME, 'grace', { mood: 'Yellow', chosenAt: 11 });
  expect(moods()).toEqual(['Dark']);
  expect(isStale()).toBe(false);
});

test('a mood of a person who is not in the list fetches the list', async () => {
  const { queries, isStale } = cacheOf(grace);
  applyMood(queries, ME, 'alan', { mood: 'Dark', chosenAt: 12 });
  await expect.poll(isStale).toBe(true);
});
