import { expect, test, vi } from 'vitest';
import type { Message } from '#contract/views.ts';
import { queries } from '#web/query-cache.ts';
import { type Conversation, conversationKey } from '../conversation/conversation.ts';
import { forgetDeletedQuotes, forgetQuote } from './change-draft.ts';
import { drafts, EMPTY_DRAFT } from './drafts.ts';

vi.stubGlobal('localStorage', {
  getItem: () => null,
  setItem() {
    throw new Error('The storage is full.');
  },
  removeItem() {},
});

const QUOTE = { id: 'm1', sender: 'grace', content: 'Hello' };

const quoted = () => drafts.read('ada', 'grace').quote?.content;

function answering(messages: Partial<Message>[]): void {
  drafts.write('ada', 'grace', { ...EMPTY_DRAFT, text: 'Hi', quote: QUOTE });
  const known = { messages: messages as Message[], before: null, fetchedThrough: 1 };
  queries.setQueryData<Conversation>(conversationKey('grace'), known as Conversation);
}

test('an answer quotes no words of a message that was deleted; other quotes and its own words stay', () => {
  answering([{ id: 'm1', content: 'Hello' }]);
  forgetDeletedQuotes('ada');
  expect(quoted()).toBe('Hello');
  answering([{ id: 'm2', content: '', deleted: true }]);
  forgetDeletedQuotes('ada');
  expect(quoted()).toBe('Hello');
  forgetQuote('ada', 'grace', 'm2');
  expect(quoted()).toBe('Hello');
  forgetQuote('ada', 'grace', 'm1');
  expect(quoted()).toBeNull();
  answering([{ id: 'm1', content: '', deleted: true }]);
  forgetDeletedQuotes('ada');
  expect(quoted()).toBeNull();
  expect(drafts.read('ada', 'grace').text).toBe('Hi');
});
