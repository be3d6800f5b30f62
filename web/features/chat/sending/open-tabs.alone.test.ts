import { afterEach, expect, test, vi } from 'vitest';
import { holdTab, takeOverMessages } from './open-tabs.ts';
import { OutgoingQueue } from './outgoing-queue.ts';

const noStorage = { length: 0, key: () => null, getItem: () => null, setItem() {}, removeItem() {}, clear() {} };

/** Locks as browsers have them, each held until its work is done. */
function stubLocks() {
  const held = new Set<string>();
  vi.stubGlobal('navigator', {
    locks: {
      async request(name: string, work: () => Promise<void>) {
        held.add(name);
        await work();
        held.delete(name);
      },
      query: async () => ({ held: [...held].map((name) => ({ name })) }),
    },
  });
}

function queueOf(...tabs: string[]) {
  const queue = new OutgoingQueue('me', noStorage);
  for (const tab of tabs) queue.add({ id: `of ${tab}`, receiver: 'grace', content: 'Hello', at: 1, tab });
  return queue;
}

const tabsOf = (queue: OutgoingQueue) => queue.list().map(({ tab }) => tab);

afterEach(() => {
  vi.unstubAllGlobals();
});

test('the messages of closed tabs are taken over, those of open ones are not', async () => {
  stubLocks();
  holdTab('open');
  holdTab('this one');
  const queue = queueOf('closed', 'open', 'this one');
  await takeOverMessages(queue, 'this one');
  expect(tabsOf(queue)).toEqual(['this one', 'open', 'this one']);
});

test('a tab that has ended is closed', async () => {
  stubLocks();
  holdTab('another')();
  const queue = queueOf('another');
  await vi.waitFor(async () => expect((await navigator.locks.query()).held).toEqual([]));
  await takeOverMessages(queue, 'this one');
  expect(tabsOf(queue)).toEqual(['this one']);
});

test('where a browser has no locks, nothing is taken over', async () => {
  vi.stubGlobal('navigator', {});
  holdTab('this one')();
  const queue = queueOf('closed');
  await takeOverMessages(queue, 'this one');
  expect(tabsOf(queue)).toEqual(['closed']);
});
