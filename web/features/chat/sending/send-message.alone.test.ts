import { beforeEach, expect, test, vi } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import type { LiveEvent } from '#contract/live.ts';
import type { LiveSocket } from '#web/live/index.ts';
import type { OutgoingMessage } from './outgoing.ts';
import { sendMessage } from './send-message.ts';

const outbox = { update: vi.fn(), remove: vi.fn(async () => true) };
const uploads = vi.fn(async () => ({ kind: 'stored' }));

vi.mock('#web/outbox/index.ts', () => ({ outboxOf: () => outbox, inDatabase: async () => null }));
vi.mock('../photos/uploading/upload-photos.ts', () => ({ uploadPhotos: () => uploads(), forgetUploads() {} }));
vi.stubGlobal('localStorage', { getItem: () => null, setItem() {}, removeItem() {} });
vi.stubGlobal('window', { addEventListener() {} });

beforeEach(() => {
  vi.clearAllMocks();
});

/** A live connection whose server refuses each message with this code. */
function refusing(code: ErrorCode, beforeAnswer = () => {}): LiveSocket {
  let answer: (event: LiveEvent) => void = () => {};
  return {
    status: { get: () => 'open', subscribe: () => () => {} },
    onEvent(listener: typeof answer) {
      answer = listener;
      return () => {};
    },
    send({ id }: { id: string }) {
      beforeAnswer();
      queueMicrotask(() => answer({ type: 'rejected', id, error: { code, message: 'No.' } }));
      return true;
    },
  } as unknown as LiveSocket;
}

const send = (socket: LiveSocket, more: Partial<OutgoingMessage> = {}, signal = new AbortController().signal) => {
  const where = { id: 'a', owner: 'me', lane: 'chat grace', receiver: 'grace', at: 1 };
  return sendMessage({ ...where, kind: 'message', content: 'Hello', ...more }, socket, signal);
};
const PHOTOS = { photos: [{ id: 'photo', width: 1, height: 1, blur: null }] };

test('photos are uploaded once before their message; it waits for another upload when the server has lost them', async () => {
  expect(await send(refusing('photo_missing'), PHOTOS)).toBe('later');
  expect(uploads).toHaveBeenCalledOnce();
  expect(outbox.update).toHaveBeenLastCalledWith('a', { areUploaded: false });
  expect(await send(refusing('photo_missing'), { ...PHOTOS, areUploaded: true })).toBe('later');
  expect(uploads).toHaveBeenCalledOnce();
  expect(outbox.remove).not.toHaveBeenCalled();
});

test('a refused message leaves the outbox; one whose session has ended waits, and so does one of a person who signed out', async () => {
  expect(await send(refusing('not_connected'))).toBe('done');
  expect(outbox.remove).toHaveBeenCalledExactlyOnceWith('a');
  expect(await send(refusing('not_signed_in'))).toBe('later');
  const signedOut = new AbortController();
  const socket = refusing('not_connected', () => signedOut.abort());
  expect(await send(socket, {}, signedOut.signal)).toBe('later');
  expect(outbox.remove).toHaveBeenCalledOnce();
});
