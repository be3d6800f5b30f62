import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deliverOutgoing, type SendOutcome } from './deliver-outgoing.ts';
import { type OutgoingMessage, OutgoingQueue } from './outgoing-queue.ts';

const STORED: SendOutcome = { kind: 'stored', seq: 7, timestamp: 70 };
const REFUSED: SendOutcome = { kind: 'refused', error: { code: 'not_connected', message: 'No.' } };
const LATER: SendOutcome = { kind: 'later' };
const noStorage = { length: 0, key: () => null, getItem: () => null, setItem() {}, removeItem() {}, clear() {} };

/** A delivery; the test answers its sends one by one. */
function setUp() {
  const queue = new OutgoingQueue('me', noStorage);
  const sent: string[] = [];
  const answers: ((outcome: SendOutcome) => void)[] = [];
  const onStored = vi.fn();
  const onRefused = vi.fn();
  const stop = deliverOutgoing({
    queue,
    tab: 'this tab',
    send: ({ id }) => {
      sent.push(id);
      return new Promise((answer) => answers.push(answer));
    },
    pause: async () => {},
    onStored,
    onRefused,
  });
  const write = (id: string, tab = 'this tab') => {
    const message: OutgoingMessage = { id, receiver: 'grace', content: id, at: Date.now(), tab };
    queue.add(message);
  };
  const answer = async (outcome: SendOutcome) => {
    answers.shift()?.(outcome);
    await vi.advanceTimersByTimeAsync(1);
  };
  return { queue, sent, write, answer, onStored, onRefused, stop };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('messages are sent one after the other, in the order in which they were written', async () => {
  const { write, answer, sent, queue, onStored } = setUp();
  for (const id of ['a', 'b', 'c']) write(id);
  expect(sent).toEqual(['a']);
  await answer(STORED);
  await answer(STORED);
  expect(sent).toEqual(['a', 'b', 'c']);
  expect(queue.list().map(({ id }) => id)).toEqual(['c']);
  expect(onStored).toHaveBeenCalledTimes(2);
});

test('a message without an answer is sent again under the same id, before the next one', async () => {
  const { write, answer, sent, onStored } = setUp();
  write('a');
  write('b');
  await answer(LATER);
  await answer(LATER);
  await answer(STORED);
  expect(sent).toEqual(['a', 'a', 'a', 'b']);
  expect(onStored).toHaveBeenCalledTimes(1);
});

test('a refused message leaves the queue and goes back to its writer once', async () => {
  const { write, answer, sent, queue, onRefused } = setUp();
  write('a');
  write('b');
  await answer(REFUSED);
  expect(onRefused).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 'a', content: 'a' }), 'No.');
  expect(queue.list().map(({ id }) => id)).toEqual(['b']);
  expect(sent).toEqual(['a', 'b']);
});

test('a message of another tab is delivered here only after 20 seconds', async () => {
  const { write, sent } = setUp();
  write('theirs', 'another tab');
  await vi.advanceTimersByTimeAsync(19_000);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(7_000);
  expect(sent).toEqual(['theirs']);
});

test('after a sign-out nothing is sent and nothing is lost', async () => {
  const { write, answer, sent, queue, stop, onRefused } = setUp();
  write('a');
  write('b');
  stop();
  await answer(REFUSED);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual(['a']);
  expect(onRefused).not.toHaveBeenCalled();
  expect(queue.list().map(({ id }) => id)).toEqual(['a', 'b']);
});
