import type { LiveSocket } from '#web/live/index.ts';
import { waitForOpen } from '../sending/deliver-outgoing.ts';
import { type OutgoingMessage, outgoingQueue, tabId } from '../sending/outgoing-queue.ts';
import { loadChosen } from './chosen-photos.ts';
import { photoBytes } from './photo-store.ts';
import { preparePhoto, SMALL } from './prepare-photo.ts';
import { putPhoto, type UploadOutcome } from './put-photo.ts';
import { uploadOutgoing } from './upload-outgoing.ts';
import { setUploadProgress } from './upload-progress.ts';

/** Uploads the photos of `me`'s outgoing messages from this browser. Returns a function that stops it. */
export function uploadPhotosOf(
  me: string,
  socket: LiveSocket,
  onRefused: (message: OutgoingMessage, reason: string) => void,
): () => void {
  // Also removes what another person has left in this browser.
  void loadChosen(me);
  return uploadOutgoing({
    queue: outgoingQueue(me),
    tab: tabId(),
    bytesOf: photoBytes,
    exclusively,
    put: (photo, message, bytes, signal, onProgress) => putPhoto({ photo, message, me, bytes, signal, onProgress }),
    shrink: async (bytes) => (await preparePhoto(new Blob([bytes], { type: 'image/jpeg' }), SMALL)).bytes,
    pause: (ms, signal) => waitForOpen(socket, ms, signal),
    onProgress: setUploadProgress,
    onRefused,
  });
}

/** With a lock, where the browser has them: over plain http it has none, and then two tabs may upload the same photo, which is stored once. */
async function exclusively(message: string, upload: () => Promise<UploadOutcome>): Promise<UploadOutcome> {
  if (!navigator.locks) return upload();
  return navigator.locks.request(`photos of ${message}`, { ifAvailable: true }, async (lock) =>
    lock ? upload() : { kind: 'later' },
  );
}
