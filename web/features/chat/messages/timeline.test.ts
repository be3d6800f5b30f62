import { expect, test } from 'vitest';
import type { Message } from '#contract/views.ts';
import type { Conversation } from '../conversation/conversation.ts';
import { timeline } from './timeline.ts';

const now = new Date(2026, 10, 20, 15, 30);
const message = (seq: number, sender: string, at: Date, read = false): Message => ({
  id: `id-${seq}`,
  seq,
  sender,
  receiver: sender === 'me' ? 'grace' : 'me',
  content: `Message ${seq}`,
  timestamp: at.getTime(),
  read,
});
const yesterday = new Date(2026, 10, 19, 22, 0);
const today = new Date(2026, 10, 20, 9, 0);
const conversation: Conversation = {
  messages: [
    message(1, 'me', yesterday, true),
    message(2, 'grace', yesterday),
    message(3, 'me', today, true),
    message(4, 'me', today),
  ],
  before: null,
  fetchedThrough: 4,
};
const outgoing = (id: string) => ({ id, receiver: 'grace', content: 'Soon', at: now.getTime(), tab: 'this tab' });

test('each day stands once, above its first message', () => {
  expect(timeline(conversation, [], 'me', now).map(({ day }) => day)).toEqual(['Yesterday', null, 'Today', null]);
});

test('the oldest fetched message shows no day while there are older ones', () => {
  const days = timeline({ ...conversation, before: 1 }, [], 'me', now).map(({ day }) => day);
  expect(days).toEqual([null, null, 'Today', null]);
});

test('outgoing messages stand after all stored ones', () => {
  const items = timeline(conversation, [outgoing('new')], 'me', now);
  expect(items.at(-1)).toMatchObject({ id: 'new', isMine: true, state: 'on its way' });
});

test('a stored message is not shown as outgoing, too', () => {
  expect(timeline(conversation, [outgoing('id-4')], 'me', now)).toHaveLength(4);
});

test('only the newest read message shows that it was read', () => {
  expect(timeline(conversation, [], 'me', now).map(({ state }) => state)).toEqual([null, null, 'read', null]);
});
