import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ClientFrame } from '#contract/live.ts';
import { drafts, EMPTY_DRAFT } from '../composer/drafts.ts';
import { reportTyping } from './typing.tsx';

/** It refuses to store. */
const NO_STORAGE = {
  getItem: () => null,
  setItem() {
    throw new Error('The storage is full.');
  },
  removeItem() {},
};
vi.stubGlobal('sessionStorage', NO_STORAGE);
vi.stubGlobal('localStorage', NO_STORAGE);
afterAll(() => void vi.unstubAllGlobals());

let sent: boolean[];
let isOpen: boolean;
let stop: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  [sent, isOpen] = [[], true];
  type('');
  stop = reportTyping('ada', 'grace', send);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

function send(frame: ClientFrame): boolean {
  if (!isOpen || frame.type !== 'typing') return false;
  expect(frame.to).toBe('grace');
  sent.push(frame.isTyping);
  return true;
}

const type = (text: string, refusal: string | null = null) =>
  drafts.write('ada', 'grace', { ...EMPTY_DRAFT, text, refusal });

test('the first change is told at once, further ones every three seconds at most', () => {
  for (const text of ['H', 'He', 'Hel']) type(text);
  expect(sent).toEqual([true]);
  vi.advanceTimersByTime(2_999);
  type('Hell');
  expect(sent).toEqual([true]);
  vi.advanceTimersByTime(1);
  type('Hello');
  expect(sent).toEqual([true, true]);
});

test('an empty input ends it, and so does leaving the chat; only when it is shown', () => {
  type('H');
  type('');
  expect(sent).toEqual([true, false]);
  type('H');
  vi.advanceTimersByTime(5_000);
  type('');
  expect(sent).toEqual([true, false, true]);
  type('H');
  stop();
  expect(sent).toEqual([true, false, true, true, false]);
  type('He');
  expect(sent).toHaveLength(5);
});

test('drafts to others, blank text and refused messages that come back are no typing', () => {
  drafts.write('ada', 'alan', { ...EMPTY_DRAFT, text: 'Hello' });
  type('   ');
  type('Hello', 'Not now.');
  expect(sent).toEqual([]);
});

test('without a connection the next change says it', () => {
  isOpen = false;
  type('H');
  isOpen = true;
  type('He');
  expect(sent).toEqual([true]);
});
