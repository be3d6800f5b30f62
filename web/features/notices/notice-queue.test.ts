import { expect, test } from 'vitest';
import type { ConnectionEntry } from '#contract/views.ts';
import { isCurrent, type Notice, withNotice } from './notice-queue.ts';

const notices = (...each: string[]): Notice[] =>
  each.map((one) => {
    const [uid, kind] = one.split(' ');
    return { uid: uid!, kind: kind as Notice['kind'] };
  });
const queue = (...each: string[]) =>
  notices(...each)
    .reduce<readonly Notice[]>(withNotice, [])
    .map(({ uid, kind }) => `${uid} ${kind}`);

test('a call for support replaces the friend’s message; a message does not replace a call for support', () => {
  expect(queue('grace message', 'grace support')).toEqual(['grace support']);
  expect(queue('grace support', 'grace message')).toEqual(['grace support']);
  expect(queue('grace joined', 'grace message')).toEqual(['grace message']);
});

test('at most five wait, and a call for support always does', () => {
  const many = Array.from({ length: 9 }, (_, n) => `friend${n} message`);
  expect(queue(...many)).toHaveLength(5);
  expect(queue(...many, 'grace support')).toContain('grace support');
});

test('a notice is shown only while it is true', () => {
  const entry = { mood: 'Dark', unread: 0 } as ConnectionEntry;
  expect(isCurrent({ uid: 'grace', kind: 'support' }, entry)).toBe(true);
  expect(isCurrent({ uid: 'grace', kind: 'support' }, { ...entry, mood: 'Green' })).toBe(false);
  expect(isCurrent({ uid: 'grace', kind: 'message' }, entry)).toBe(false);
  expect(isCurrent({ uid: 'grace', kind: 'message' }, { ...entry, unread: 1 })).toBe(true);
});
