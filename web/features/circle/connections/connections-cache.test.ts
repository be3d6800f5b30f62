import { expect, test, vi } from 'vitest';
import type { ConnectionEntry } from '#contract/views.ts';
import { someMessage } from '#tests/support/people/some-message.ts';
import { queries } from '#web/query-cache.ts';
import { withConnection, withMessage } from './connection-changes.ts';
import { applyMessage, applyMood, connectionsKey } from './connections-cache.ts';

const ME = 'me';
const entry = (uid: string, lastmessage = 0, unread = 0): ConnectionEntry => ({
  uid,
  firstname: uid,
  lastname: 'Person',
  initials: 'XP',
  phonenumber: '',
  email: `${uid}@example.com`,
  mood: 'Green',
  moodChosenAt: 10,
  lastmessage,
  unread,
  preview: null,
});
const grace = entry('grace', 20);
const message = (sender: string, timestamp: number, content = 'Hello') =>
  someMessage(timestamp, { sender, timestamp, content });

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

test('the newest message gives the time and the preview, whichever arrives last; the preview says whose it is', () => {
  const first = withMessage([entry('grace')], 'grace', message('grace', 40, 'Two\nlines'), 1);
  const newest = { lastmessage: 40, unread: 1, preview: { seq: 40, mine: false, text: 'Two lines' } };
  expect(first).toMatchObject([newest]);
  expect(withMessage(first, 'grace', message('me', 39), 0)).toMatchObject([newest]);
  const own = withMessage(first, 'grace', message('me', 41, 'Mine'), 0);
  expect(own[0]?.preview).toEqual({ seq: 41, mine: true, text: 'Mine' });
});

test('an older mood of a fetched entry changes nothing', () => {
  const known = [{ ...entry('grace', 20), mood: 'Dark' as const, moodChosenAt: 30 }];
  expect(withConnection(known, { ...entry('grace', 25), moodChosenAt: 29 })).toMatchObject([
    { mood: 'Dark', moodChosenAt: 30, lastmessage: 25 },
  ]);
});

test('a connection is added once, in the order of last messages', () => {
  const once = withConnection([entry('ada', 30), entry('alan')], entry('grace', 20, 1));
  expect(once.map(({ uid }) => uid)).toEqual(['ada', 'grace', 'alan']);
  expect(withConnection(once, entry('grace', 50)).map(({ uid }) => uid)).toEqual(['grace', 'ada', 'alan']);
});
