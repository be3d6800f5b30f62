import { beforeEach, expect, test, vi } from 'vitest';
import type { OutgoingMessage } from '../../sending/outgoing.ts';
import type { UploadOutcome } from './put-photo.ts';
import { forgetUploads, uploadPhotos } from './upload-photos.ts';

const STORED: UploadOutcome = { kind: 'stored' };
let sent: string[];
let answers: UploadOutcome[];
let gone: string[];

vi.mock('./put-photo.ts', () => ({
  putPhoto: async ({ photo, bytes }: { photo: { id: string }; bytes: ArrayBuffer }) => {
    sent.push(`${photo.id} ${bytes.byteLength}`);
    return answers.shift();
  },
}));
vi.mock('../photo-store.ts', () => ({
  photoBytes: async (id: string) => (gone.includes(id) ? undefined : new ArrayBuffer(100)),
}));
vi.mock('../choosing/prepare-photo.ts', () => ({
  preparePhoto: async () => ({ bytes: new ArrayBuffer(10) }),
  SMALL: {},
}));

beforeEach(() => {
  [sent, answers, gone] = [[], [], []];
  forgetUploads();
});

const upload = (...ids: string[]) => {
  const photos = ids.map((id) => ({ id, width: 1, height: 1, blur: null }));
  return uploadPhotos({ id: 'm', receiver: 'grace', photos } as unknown as OutgoingMessage, AbortSignal.any([]));
};

test('after a failure only the photos that are missing are sent again', async () => {
  answers = [STORED, { kind: 'later' }, STORED];
  expect(await upload('1', '2')).toEqual({ kind: 'later' });
  expect(await upload('1', '2')).toEqual(STORED);
  expect(sent).toEqual(['1 100', '2 100', '2 100']);
});

test('a photo for which the connection is too slow is sent in a smaller size', async () => {
  answers = [{ kind: 'slow' }, STORED];
  expect(await upload('1')).toEqual(STORED);
  expect(sent).toEqual(['1 100', '1 10']);
});

test('a photo that is no longer in this browser is refused with a reason', async () => {
  gone = ['1'];
  const reason = 'A photo is no longer in this browser. Please choose it again.';
  expect(await upload('1')).toEqual({ kind: 'refused', reason });
});

test('photos that the server has lost are uploaded again', async () => {
  answers = [STORED, STORED];
  await upload('1');
  forgetUploads();
  await upload('1');
  expect(sent).toEqual(['1 100', '1 100']);
});
