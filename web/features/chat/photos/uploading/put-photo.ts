import type { Photo } from '#contract/photos.ts';
import * as t from '#language';
import { isTransient } from '#web/calls/retry.ts';
import { readStoredUser } from '#web/stored-user.ts';
import type { OutgoingMessage } from '../../sending/outgoing.ts';

/** The result of one try. 'slow': it did not arrive in the server's time, and a smaller photo may. */
export type UploadOutcome = { kind: 'stored' } | { kind: 'refused'; reason: string } | { kind: 'later' | 'slow' };

/** Longer than the server waits, 30 s, so that its answer comes first. */
const TIMEOUT_MS = 40_000;
/** A limit that ends sooner is waited for. One of the day is not. */
const LONGEST_WAIT_S = 60;

interface Upload {
  photo: Photo;
  message: OutgoingMessage;
  bytes: ArrayBuffer;
  signal: AbortSignal;
  /** Gets the part that has left this browser, 0 to 1. */
  onProgress: (part: number) => void;
}

/** Each try has the same id, so it is stored once. Not `fetch`, which does not say how much has left. */
export function putPhoto({ photo, message, bytes, signal, onProgress }: Upload): Promise<UploadOutcome> {
  // The cookie may be another person's by now.
  if (signal.aborted || !navigator.onLine || readStoredUser()?.uid !== message.owner)
    return Promise.resolve({ kind: 'later' });
  const query = new URLSearchParams({ message: message.id, to: message.receiver });
  if (photo.blur) query.set('blur', photo.blur);
  const request = new XMLHttpRequest();
  request.open('PUT', `/api/photos/${photo.id}?${query}`);
  request.setRequestHeader('content-type', 'image/jpeg');
  request.timeout = TIMEOUT_MS;
  return new Promise((resolve) => {
    const abort = () => request.abort();
    signal.addEventListener('abort', abort);
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
    request.ontimeout = () => resolve({ kind: 'slow' });
    request.onload = () => resolve(outcomeOf(request));
    request.onloadend = () => {
      signal.removeEventListener('abort', abort);
      resolve({ kind: 'later' });
    };
    request.send(bytes);
  });
}

function outcomeOf(request: XMLHttpRequest): UploadOutcome {
  const { status } = request;
  if (status === 200) return { kind: 'stored' };
  if (status === 408) return { kind: 'slow' };
  const wait = Number(request.getResponseHeader('retry-after') ?? Number.POSITIVE_INFINITY);
  if (status === 401 || status >= 500 || (status === 429 && wait <= LONGEST_WAIT_S)) return { kind: 'later' };
  const { code, message } = errorOf(request.responseText);
  return isTransient(code) ? { kind: 'later' } : { kind: 'refused', reason: message };
}

/** A proxy's error page has no code and no words. */
function errorOf(text: string): { code: string; message: string } {
  try {
    const { code, message } = JSON.parse(text).error;
    return { code, message: typeof message === 'string' ? message : t.photoCouldNotBeSent };
  } catch {
    return { code: 'invalid', message: t.photoCouldNotBeSent };
  }
}
