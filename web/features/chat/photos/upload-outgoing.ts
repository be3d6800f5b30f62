import type { Photo } from '#contract/photos.ts';
import { backoff } from '#web/retry.ts';
import { ORPHANED_AFTER_MS } from '../sending/deliver-outgoing.ts';
import type { OutgoingMessage, OutgoingQueue } from '../sending/outgoing-queue.ts';
import type { UploadOutcome } from './put-photo.ts';

const CHECK_EVERY_MS = 5_000;
const GONE = 'A photo is no longer in this browser. Please choose it again.';

interface Uploads {
  queue: OutgoingQueue;
  tab: string;
  bytesOf: (id: string) => Promise<ArrayBuffer | undefined>;
  put: (
    photo: Photo,
    message: OutgoingMessage,
    bytes: ArrayBuffer,
    signal: AbortSignal,
    onProgress: (part: number) => void,
  ) => Promise<UploadOutcome>;
  /** Runs an upload unless another tab uploads the photos of the same message. */
  exclusively: (message: string, upload: () => Promise<UploadOutcome>) => Promise<UploadOutcome>;
  /** A smaller copy of a photo, for a slow connection. */
  shrink: (bytes: ArrayBuffer) => Promise<ArrayBuffer>;
  /** Waits until the live connection opens, `ms` milliseconds at most. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
  onProgress: (id: string, part: number) => void;
  onRefused: (message: OutgoingMessage, reason: string) => void;
}

/**
 * Uploads the photos of outgoing messages, one after the other. `deliverOutgoing` sends a message when its photos are there, and
 * the messages to the same person after it. Returns a function that stops the uploads.
 */
export function uploadOutgoing(uploads: Uploads): () => void {
  const { queue, tab, exclusively, pause, onRefused } = uploads;
  const stopping = new AbortController();
  let isRunning = false;
  /** Photos of the message under way that are stored: a retry does not send them again. */
  const stored = new Set<string>();
  /** The message whose photos are on their way, and what ends that. */
  let current: { id: string; cancelling: AbortController } | undefined;

  const nextDue = () => {
    const orphaned = Date.now() - ORPHANED_AFTER_MS;
    const isDue = ({ photos, areUploaded, tab: writtenIn, at }: OutgoingMessage) =>
      photos && !areUploaded && (writtenIn === tab || at < orphaned);
    return stopping.signal.aborted ? undefined : queue.list().find(isDue);
  };

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    let failures = 0;
    for (let message = nextDue(); message !== undefined; message = nextDue()) {
      const cancelling = new AbortController();
      current = { id: message.id, cancelling };
      const signal = AbortSignal.any([stopping.signal, cancelling.signal]);
      const outcome = await exclusively(message.id, () => uploadAll(message, uploads, stored, signal));
      current = undefined;
      if (outcome.kind !== 'later') stored.clear();
      if (outcome.kind === 'stored') queue.update({ ...message, areUploaded: true });
      if (outcome.kind === 'refused' && !signal.aborted && queue.remove(message.id)) onRefused(message, outcome.reason);
      if (outcome.kind === 'later' && !cancelling.signal.aborted) await pause(backoff(failures++), stopping.signal);
      else failures = 0;
    }
    isRunning = false;
  }

  const stopListening = queue.messages.subscribe(() => {
    if (current && !queue.list().some(({ id }) => id === current!.id)) current.cancelling.abort();
    void run();
  });
  const timer = setInterval(() => void run(), CHECK_EVERY_MS);
  void run();
  return () => {
    stopping.abort();
    stopListening();
    clearInterval(timer);
  };
}

/** Uploads those photos of a message that are not stored yet. */
async function uploadAll(
  message: OutgoingMessage,
  { bytesOf, shrink, put, onProgress }: Uploads,
  stored: Set<string>,
  signal: AbortSignal,
): Promise<UploadOutcome> {
  for (const photo of message.photos!) {
    if (stored.has(photo.id)) continue;
    let bytes = await bytesOf(photo.id);
    if (!bytes) return { kind: 'refused', reason: GONE };
    const tryOnce = (sent: ArrayBuffer) => put(photo, message, sent, signal, (part) => onProgress(photo.id, part));
    let outcome = await tryOnce(bytes);
    if (outcome.kind === 'slow') {
      bytes = await shrink(bytes);
      outcome = await tryOnce(bytes);
    }
    if (outcome.kind === 'slow') return { kind: 'later' };
    if (outcome.kind !== 'stored') return outcome;
    stored.add(photo.id);
    onProgress(photo.id, 1);
  }
  return { kind: 'stored' };
}
