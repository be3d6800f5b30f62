import { beforeEach, expect, test, vi } from 'vitest';
import { type OutgoingMessage, OutgoingQueue } from './outgoing-queue.ts';

/** The browser's storage, in memory. */
function memoryStorage(): Storage {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
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

test('two tabs that write at once both keep their message', () => {
  const one = new OutgoingQueue('me', storage);
  const other = new OutgoingQueue('me', storage);
  one.add(message('a', 1));
  other.add(message('b', 2));
  expect(ids(new OutgoingQueue('me', storage))).toEqual(['a', 'b']);
});

test('a tab takes over the messages that another tab adds and removes', () => {
  const queue = new OutgoingQueue('me', storage);
  const changed = vi.fn();
  queue.messages.subscribe(changed);
  queue.applyStorageEvent({ key: 'outgoing:me:a', newValue: JSON.stringify(message('a', 1)) });
  expect(ids(queue)).toEqual(['a']);
  queue.applyStorageEvent({ key: 'outgoing:me:a', newValue: null });
  expect(ids(queue)).toEqual([]);
  expect(changed).toHaveBeenCalledTimes(2);
  queue.applyStorageEvent({ key: 'outgoing:somebody else:b', newValue: JSON.stringify(message('b', 1)) });
  queue.applyStorageEvent({ key: null, newValue: null });
  expect(changed).toHaveBeenCalledTimes(2);
});

test('an unreadable entry is skipped', () => {
  storage.setItem('outgoing:me:a', '{"id":');
  expect(ids(new OutgoingQueue('me', storage))).toEqual([]);
});

test('with a full storage messages stay in memory', () => {
  vi.spyOn(console, 'info').mockImplementation(() => {});
  storage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  const queue = new OutgoingQueue('me', storage);
  queue.add(message('a', 1));
  expect(ids(queue)).toEqual(['a']);
});
