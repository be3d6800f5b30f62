import type { Photo } from '#contract/photos.ts';
import { inDatabase, type OutboxItem } from '#web/outbox/index.ts';
import { whenPersonChanges } from '#web/store.ts';

/** A photo of this browser: one of an outgoing message, or, in no message, chosen for the next one to `other`. */
export interface KeptPhoto extends Photo {
  owner: string;
  other: string;
  at: number;
  /** A JPEG. Not a Blob: Safari cannot store one in a private window. */
  bytes: ArrayBuffer;
}

/** As many photos as one message has stay in memory after they were stored, so that they are not fetched from the server. */
const MOST_IN_MEMORY = 30;

/** The bytes of photos of this browser by id, oldest first. Without a database they live as long as the page. */
const inMemory = new Map<string, ArrayBuffer>();

whenPersonChanges(() => inMemory.clear());

export async function keepPhoto(photo: KeptPhoto): Promise<void> {
  inMemory.set(photo.id, photo.bytes);
  for (const id of [...inMemory.keys()].slice(0, -MOST_IN_MEMORY)) inMemory.delete(id);
  await inDatabase('readwrite', ({ photos }) => photos.put(photo));
}

/** Removes a photo from the database. What is shown stays in memory. */
export async function forgetPhoto(id: string): Promise<void> {
  await inDatabase('readwrite', ({ photos }) => photos.delete(id));
}

/** The photos of `owner` in the order in which they were chosen, and the ids of those that messages have. Null without a database. */
export async function listPhotos(owner: string): Promise<{ photos: KeptPhoto[]; used: Set<string> } | null> {
  const used = new Set<string>();
  const all = await inDatabase<KeptPhoto[]>('readonly', ({ items, photos }) => {
    const read = items.getAll();
    read.onsuccess = () => {
      for (const item of read.result as OutboxItem[]) for (const { id } of item.photos ?? []) used.add(id);
    };
    return photos.getAll();
  });
  const mine = all?.filter((photo) => photo.owner === owner);
  return mine ? { photos: mine.sort((one, other) => one.at - other.at), used } : null;
}

/** Whether `photoBytes` needs no database, and no server, for this photo. */
export function isInMemory(id: string): boolean {
  return inMemory.has(id);
}

/** A photo's bytes; undefined when this browser does not have it. */
export async function photoBytes(id: string): Promise<ArrayBuffer | undefined> {
  return (
    inMemory.get(id) ?? (await inDatabase<KeptPhoto | undefined>('readonly', ({ photos }) => photos.get(id)))?.bytes
  );
}
