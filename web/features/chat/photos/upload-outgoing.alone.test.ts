import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OutgoingQueue } from '../sending/outgoing-queue.ts';
import type { UploadOutcome } from './put-photo.ts';
import { uploadOutgoing } from './upload-outgoing.ts';

const noStorage = { length: 0, key: () => null, getItem: () => null, setItem() {}, removeItem() {}, clear() {} };
const STORED: UploadOutcome = { kind: 'stored' };

/** Uploads; the test answers them one by one. */
function setUp({ gone = [] as string[] } = {}) {
  const queue = new OutgoingQueue('me', noStorage);
  const sent: string[] = [];
  const answers: ((outcome: UploadOutcome) => void)[] = [];
  const onRefused = vi.fn();
  const stop = uploadOutgoing({
    queue,
    tab: 'this tab',
    bytesOf: async (id) => (gone.includes(id) ? undefined : new ArrayBuffer(100)),
    put: (photo, _message, bytes, signal) => {
      sent.push(`${photo.id} ${bytes.byteLength}`);
      return new Promise((answer) => {
        answers.push(answer);
        signal.addEventListener('abort', () => answer({ kind: 'later' }));
      });
    },
    exclusively: (_message, upload) => upload(),
    shrink: async () => new ArrayBuffer(10),
    pause: async () => {},
    onProgress() {},
    onRefused,
  });
  const write = (id: string, photos: string[], tab = 'this tab') => {
    const views = photos.map((photo) => ({ id: photo, width: 1, height: 1, blur: null }));
    queue.add({ id, receiver: 'grace', content: '', at: Date.now(), tab, photos: views });
  };
  const settle = () => vi.advanceTimersByTimeAsync(1);
  const answer = async (outcome: UploadOutcome) => {
    answers.shift()?.(outcome);
    await settle();
  };
  const uploaded = () =>
    queue
      .list()
      .filter(({ areUploaded }) => areUploaded)
      .map(({ id }) => id);
  return { queue, sent, write, answer, settle, onRefused, stop, uploaded };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('after a failure only the photos that are missing are sent again', async () => {
  const { write, answer, settle, sent, uploaded } = setUp();
  write('a', ['1', '2']);
  await settle();
  await answer(STORED);
  await answer({ kind: 'later' });
  await answer(STORED);
  expect([sent, uploaded()]).toEqual([['1 100', '2 100', '2 100'], ['a']]);
});

test('a photo for which the connection is too slow is sent in a smaller size', async () => {
  const { write, answer, settle, sent, uploaded } = setUp();
  write('a', ['1']);
  await settle();
  await answer({ kind: 'slow' });
  await answer(STORED);
  expect([sent, uploaded()]).toEqual([['1 100', '1 10'], ['a']]);
});

test('a message whose photo is no longer in this browser goes back with a reason', async () => {
  const { write, settle, onRefused } = setUp({ gone: ['1'] });
  write('a', ['1']);
  await settle();
  const reason = 'A photo is no longer in this browser. Please choose it again.';
  expect(onRefused).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 'a' }), reason);
});

test('photos of another tab are uploaded here only after 20 seconds', async () => {
  const { write, sent } = setUp();
  write('theirs', ['1'], 'another tab');
  await vi.advanceTimersByTimeAsync(19_000);
  expect(sent).toEqual([]);
  await vi.advanceTimersByTimeAsync(7_000);
  expect(sent).toEqual(['1 100']);
});

test('after a sign-out nothing is sent and nothing is lost', async () => {
  const { write, settle, queue, stop, onRefused, sent } = setUp();
  write('a', ['1']);
  await settle();
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([sent, queue.list().map(({ id }) => id)]).toEqual([['1 100'], ['a']]);
  expect(onRefused).not.toHaveBeenCalled();
});
