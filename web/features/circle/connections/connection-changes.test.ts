import { expect, test } from 'vitest';
import type { ConnectionEntry, Message } from '#contract/views.ts';
import { withConnection, withMessage } from './connection-changes.ts';

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
const message = (sender: string, timestamp: number, content = 'Hello') =>
  ({ seq: timestamp, sender, timestamp, content }) as Message;
const order = (entries: ConnectionEntry[]) => entries.map(({ uid }) => uid);

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
  expect(order(once)).toEqual(['ada', 'grace', 'alan']);
  expect(order(withConnection(once, entry('grace', 50)))).toEqual(['grace', 'ada', 'alan']);
});
