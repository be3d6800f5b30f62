import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type { ConnectionEntry, Message } from '#contract/views.ts';
import { applyRead } from './apply-read.ts';
import { applyMessage } from './connections-cache.ts';
import { connectionsKey } from './connections-key.ts';

const ME = 'me';
const grace = { uid: 'grace', firstname: 'Grace', mood: 'Green', lastmessage: 20, unread: 0 } as ConnectionEntry;
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
  const isStale = () => queries.getQueryState(connectionsKey(ME))?.isInvalidated;
  return { queries, graceNow, isStale };
}

test('a message from a friend is unread, unless it is being looked at', () => {
  const { queries, graceNow } = cacheOf(grace);
  applyMessage(queries, ME, message('grace', 30), false);
  expect(graceNow()).toMatchObject({ unread: 1, lastmessage: 30 });
  applyMessage(queries, ME, message('grace', 40), true);
  expect(graceNow()).toMatchObject({ unread: 1, lastmessage: 40 });
});

test('my own message, from this tab or another, is never unread', () => {
  const { queries, graceNow } = cacheOf(grace);
  applyMessage(queries, ME, message(ME, 30), false);
  applyMessage(queries, ME, message(ME, 30), false);
  expect(graceNow()).toMatchObject({ unread: 0, lastmessage: 30 });
});

test('what the list may have counted already is asked of the server, not counted twice', async () => {
  const { queries, graceNow, isStale } = cacheOf({ ...grace, unread: 1, lastmessage: 30 });
  applyMessage(queries, ME, message('grace', 30), false);
  expect(graceNow()).toMatchObject({ unread: 1 });
  await vi.waitFor(() => expect(isStale()).toBe(true));
});

test('a message of somebody who is not in the list makes it be fetched', async () => {
  const { queries, isStale } = cacheOf();
  applyMessage(queries, ME, message('grace', 30), false);
  await vi.waitFor(() => expect(isStale()).toBe(true));
});

test('reading, here or elsewhere, leaves nothing unread', () => {
  const { queries, graceNow } = cacheOf({ ...grace, unread: 7 });
  applyRead(queries, ME, 'grace');
  expect(graceNow()).toMatchObject({ unread: 0 });
});

test('an event that overtakes an answer is not lost with it', async () => {
  const queries = new QueryClient();
  const answers = [[grace], [{ ...grace, unread: 1, lastmessage: 30 }]];
  const release: (() => void)[] = [];
  const queryFn = () => new Promise((answer) => release.push(() => answer(answers.shift())));
  queries.setQueryData(connectionsKey(ME), [grace]);
  const fetched = queries.fetchQuery({ queryKey: connectionsKey(ME), queryFn });
  applyMessage(queries, ME, message('grace', 30), false);
  release[0]?.();
  await fetched;
  await vi.waitFor(() => expect(queries.getQueryState(connectionsKey(ME))?.isInvalidated).toBe(true));
});
