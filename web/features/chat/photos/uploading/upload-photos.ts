import * as t from '#language';
import { createStore, useStore } from '#web/store.ts';
import type { OutgoingMessage } from '../../sending/outgoing.ts';
import { preparePhoto, SMALL } from '../choosing/prepare-photo.ts';
import { photoBytes } from '../photo-store.ts';
import { putPhoto } from './put-photo.ts';

/** 'later': not all photos are stored, and another try may succeed. */
type Uploaded = { kind: 'stored' | 'later' } | { kind: 'refused'; reason: string };

/** Photos that the server has: another try does not send them again. */
const stored = new Set<string>();
/** The upload under way. Two at once would halve the speed of each, and the server waits 30 s for one. */
let last: Promise<unknown> = Promise.resolve();

/** The server may have lost them. */
export function forgetUploads(): void {
  stored.clear();
}

export async function uploadPhotos(message: OutgoingMessage, signal: AbortSignal): Promise<Uploaded> {
  for (const { id } of message.photos!) {
    if (stored.has(id)) continue;
    const upload = last.then(() => uploadPhoto(message, id, signal));
    last = upload;
    const uploaded = await upload;
    if (uploaded.kind !== 'stored') return uploaded;
    stored.add(id);
    setUploadProgress(id, 1);
  }
  return { kind: 'stored' };
}

async function uploadPhoto(message: OutgoingMessage, id: string, signal: AbortSignal): Promise<Uploaded> {
  const bytes = await photoBytes(id);
  if (!bytes) return { kind: 'refused', reason: t.photoIsGone };
  const photo = message.photos!.find((each) => each.id === id)!;
  const put = (sent: ArrayBuffer) =>
    putPhoto({ photo, message, bytes: sent, signal, onProgress: (part) => setUploadProgress(id, part) });
  let outcome = await put(bytes);
  if (outcome.kind === 'slow')
    outcome = await put((await preparePhoto(new Blob([bytes], { type: 'image/jpeg' }), SMALL)).bytes);
  return outcome.kind === 'stored' || outcome.kind === 'refused' ? outcome : { kind: 'later' };
}

const parts = createStore<ReadonlyMap<string, number>>(new Map(), { isPersonal: true });

function setUploadProgress(id: string, part: number): void {
  parts.set(new Map([...parts.get(), [id, part]]));
}

/** The part of these photos together that has left this browser, in percent. */
export function useUploadProgress(ids: readonly string[]): number {
  return useStore(parts, (all) =>
    Math.round((100 * ids.reduce((sum, id) => sum + (all.get(id) ?? 0), 0)) / ids.length),
  );
}
