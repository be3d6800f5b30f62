import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deliverOutgoing, type SendOutcome } from './deliver-outgoing.ts';
import { type OutgoingMessage, OutgoingQueue } from './outgoing-queue.ts';

const STORED: SendOutcome = { kind: 'stored', seq: 7, timestamp: 70 };
const REFUSED: SendOutcome = { kind: 'refused', error: { code: 'not_connected', message: 'No.' } };
const noStorage = { length: 0, key: () => null, getItem: () => null, setItem() {}, removeItem() {}, clear() {} };

/** A delivery; the test answers its sends one by one. */
function setUp() {
  const queue = new OutgoingQueue('me', noStorage);
  const sent: string[] = [];
  const answers: ((outcome: SendOutcome) => void)[] = [];
  const onRefused = vi.fn();
  const stop = deliverOutgoing({
    queue,
    tab: 'this tab',
    send: ({ id }) => {
      sent.push(id);
      return new Promise((answer) => answers.push(answer));
    },
    pause: async () => {},
    onStored() {},
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
  return { queue, sent, write, answer, onRefused, stop };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
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

test('a message waits for its photos, later ones to the same person wait for it, and others go on', async () => {
  const { queue, answer, sent } = setUp();
  const photos = [{ id: 'photo', width: 1, height: 1, blur: null }];
  const write = (id: string, receiver: string) => {
    const message: OutgoingMessage = { id, receiver, content: id, at: Date.now(), tab: 'this tab' };
    queue.add(id === 'a' ? { ...message, photos } : message);
  };
  write('a', 'grace');
  write('b', 'grace');
  write('c', 'mei');
  expect(sent).toEqual(['c']);
  await answer(STORED);
  queue.update({ ...queue.list()[0]!, areUploaded: true });
  await answer(STORED);
  await answer(STORED);
  expect(sent).toEqual(['c', 'a', 'b']);
});

test('a message whose photos the server no longer has waits for another upload', async () => {
  const { queue, answer, sent, onRefused } = setUp();
  const photos = [{ id: 'photo', width: 1, height: 1, blur: null }];
  queue.add({ id: 'a', receiver: 'grace', content: '', at: Date.now(), tab: 'this tab', photos, areUploaded: true });
  await answer({ kind: 'refused', error: { code: 'photo_missing', message: 'No.' } });
  expect([sent, queue.list()[0]!.areUploaded]).toEqual([['a'], false]);
  expect(onRefused).not.toHaveBeenCalled();
});
