import { beforeEach, expect, test, vi } from 'vitest';
import type { OutgoingMessage } from './outgoing-message.ts';
import { OutgoingQueue } from './outgoing-queue.ts';

/** The browser's storage, as far as a queue uses it. */
function memoryStorage(): Storage {
  const held = new Map<string, string>();
  return {
    get length() {
      return held.size;
    },
    key: (index) => [...held.keys()][index] ?? null,
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, value),
    removeItem: (key) => void held.delete(key),
    clear: () => held.clear(),
  };
}

const message = (id: string, at: number): OutgoingMessage => ({
  id,
  receiver: 'grace',
  content: `Message ${id}`,
  at,
  tab: 'this tab',
});
const ids = (queue: OutgoingQueue) => queue.list().map(({ id }) => id);
let storage: Storage;
beforeEach(() => {
  storage = memoryStorage();
});

test('what is on its way outlives a reload, in the order in which it was written', () => {
  const before = new OutgoingQueue('me', storage);
  for (const [id, at] of [
    ['c', 1],
    ['a', 2],
    ['b', 3],
  ] as const)
    before.add(message(id, at));
  expect(ids(new OutgoingQueue('me', storage))).toEqual(['c', 'a', 'b']);
});

test('what is settled is gone for good', () => {
  const queue = new OutgoingQueue('me', storage);
  queue.add(message('a', 1));
  expect(queue.remove('a')).toBe(true);
  expect(queue.remove('a')).toBe(false);
  expect(ids(new OutgoingQueue('me', storage))).toEqual([]);
  expect(storage.length).toBe(0);
});

test('each person has their own', () => {
  new OutgoingQueue('me', storage).add(message('a', 1));
  expect(ids(new OutgoingQueue('somebody else', storage))).toEqual([]);
});

test('two tabs that write at once both keep theirs', () => {
  const one = new OutgoingQueue('me', storage);
  const other = new OutgoingQueue('me', storage);
  one.add(message('a', 1));
  other.add(message('b', 2));
  expect(ids(new OutgoingQueue('me', storage))).toEqual(['a', 'b']);
});

test('a tab hears what another one adds and settles', () => {
  const queue = new OutgoingQueue('me', storage);
  const changed = vi.fn();
  queue.onChange(changed);
  queue.take({ key: 'outgoing:me:a', newValue: JSON.stringify(message('a', 1)) });
  expect(ids(queue)).toEqual(['a']);
  queue.take({ key: 'outgoing:me:a', newValue: null });
  expect(ids(queue)).toEqual([]);
  expect(changed).toHaveBeenCalledTimes(2);
  queue.take({ key: 'outgoing:somebody else:b', newValue: JSON.stringify(message('b', 1)) });
  queue.take({ key: null, newValue: null });
  expect(changed).toHaveBeenCalledTimes(2);
});

test('what cannot be read is passed over', () => {
  storage.setItem('outgoing:me:a', '{"id":');
  expect(ids(new OutgoingQueue('me', storage))).toEqual([]);
});

test('a full storage loses nothing while the page lives', () => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const queue = new OutgoingQueue('me', storage);
  queue.add(message('a', 1));
  expect(ids(queue)).toEqual(['a']);
});
