import { expect, test, vi } from 'vitest';
import type { ConnectionEntry, Message } from '#contract/views.ts';
import { queries } from '#web/query-cache.ts';
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
  queries.clear();
  queries.setQueryData(connectionsKey(ME), entries);
  const graceNow = () =>
    queries.getQueryData<ConnectionEntry[]>(connectionsKey(ME))?.find(({ uid }) => uid === 'grace');
  const moods = () => queries.getQueryData<ConnectionEntry[]>(connectionsKey(ME))?.map(({ mood }) => mood);
  const isStale = () => queries.getQueryState(connectionsKey(ME))?.isInvalidated;
  return { graceNow, moods, isStale };
}

test('my own message is never unread', () => {
  const { graceNow } = cacheOf(grace);
  applyMessage(ME, message(ME, 30), false);
  applyMessage(ME, message(ME, 30), false);
  expect(graceNow()).toMatchObject({ unread: 0, lastmessage: 30 });
});

test('a message that may be counted already is not counted twice; the list is fetched', async () => {
  const { graceNow, isStale } = cacheOf({ ...grace, unread: 1, lastmessage: 30 });
  applyMessage(ME, message('grace', 30), false);
  expect(graceNow()).toMatchObject({ unread: 1 });
  await vi.waitFor(() => expect(isStale()).toBe(true));
});

test('a message of a person who is not in the list fetches the list', async () => {
  const { isStale } = cacheOf();
  applyMessage(ME, message('grace', 30), false);
  await vi.waitFor(() => expect(isStale()).toBe(true));
});

test('of two moods that arrive out of order the later choice stays', () => {
  const { moods, isStale } = cacheOf(grace);
  applyMood(ME, 'grace', { mood: 'Dark', chosenAt: 12 });
  applyMood(ME, 'grace', { mood: 'Yellow', chosenAt: 11 });
  expect(moods()).toEqual(['Dark']);
  expect(isStale()).toBe(false);
});

test('a mood of a person who is not in the list fetches the list', async () => {
  const { isStale } = cacheOf(grace);
  applyMood(ME, 'alan', { mood: 'Dark', chosenAt: 12 });
  await expect.poll(isStale).toBe(true);
});
