import { expect, test } from 'vitest';
import type { ConnectionEntry, Message } from '#contract/views.ts';
import { byNeed, withConnection, withMessage, withMood, withoutUnread } from './connection-changes.ts';

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

test('a message moves its chat to the top and counts as unread', () => {
  const after = withMessage([entry('ada', 30), entry('grace', 20, 1), entry('alan')], 'grace', message('grace', 40), 1);
  expect(order(after)).toEqual(['grace', 'ada', 'alan']);
  expect(after[0]).toMatchObject({ lastmessage: 40, unread: 2 });
});

test('a late message does not set the time back', () => {
  const after = withMessage([entry('ada', 30), entry('grace', 20)], 'ada', message('ada', 25), 0);
  expect(after[0]).toMatchObject({ uid: 'ada', lastmessage: 30, unread: 0 });
});

test('the newest message is the preview, whichever arrives last, and says whose it is', () => {
  const first = withMessage([entry('grace')], 'grace', message('grace', 40, 'Two\nlines'), 1);
  expect(first[0]?.preview).toEqual({ seq: 40, mine: false, text: 'Two lines' });
  expect(withMessage(first, 'grace', message('me', 39), 0)[0]?.preview).toEqual(first[0]?.preview);
  const own = withMessage(first, 'grace', message('me', 41, 'Mine'), 0);
  expect(own[0]?.preview).toEqual({ seq: 41, mine: true, text: 'Mine' });
});

test('a mood changes one entry and keeps the order', () => {
  const before = [entry('ada', 30), entry('grace', 20)];
  const after = withMood(before, 'grace', { mood: 'Dark', chosenAt: 11 });
  expect(order(after)).toEqual(['ada', 'grace']);
  expect(after.map(({ mood }) => mood)).toEqual(['Green', 'Dark']);
  expect(before[1]?.mood).toBe('Green');
});

test('an older mood changes nothing, neither as an event nor with an entry', () => {
  const known = [{ ...entry('grace', 20), mood: 'Dark' as const, moodChosenAt: 30 }];
  expect(withMood(known, 'grace', { mood: 'Green', chosenAt: 29 })).toEqual(known);
  expect(withConnection(known, { ...entry('grace', 25), moodChosenAt: 29 })).toMatchObject([
    { mood: 'Dark', moodChosenAt: 30, lastmessage: 25 },
  ]);
});

test('reading clears the unread count of that chat only', () => {
  const after = withoutUnread([entry('ada', 30, 4), entry('grace', 20, 2)], 'ada');
  expect(after.map(({ unread }) => unread)).toEqual([0, 2]);
});

test('a connection is added once, in the order of last messages', () => {
  const once = withConnection([entry('ada', 30), entry('alan')], entry('grace', 20, 1));
  expect(order(once)).toEqual(['ada', 'grace', 'alan']);
  expect(order(withConnection(once, entry('grace', 50)))).toEqual(['grace', 'ada', 'alan']);
});

test('an unknown uid changes nothing', () => {
  const before = [entry('ada', 30, 1)];
  expect(withMessage(before, 'grace', message('grace', 40), 1)).toEqual(before);
  expect(withMood(before, 'grace', { mood: 'Dark', chosenAt: 11 })).toEqual(before);
  expect(withoutUnread(before, 'grace')).toEqual(before);
});

test('the circle is in the order of need, and otherwise as it was', () => {
  const moods = { ada: 'Green', grace: 'Purple', sam: 'Yellow', mei: 'Dark', noor: 'Purple' } as const;
  const entries = Object.entries(moods).map(([uid, mood]) => ({ ...entry(uid), mood }));
  expect(order(byNeed(entries))).toEqual(['mei', 'grace', 'noor', 'ada', 'sam']);
  expect(order(entries)).toEqual(Object.keys(moods));
});
