import type { Photo } from '#contract/photos.ts';
import { whenPersonChanges } from '#web/store.ts';

/** A photo that was chosen in this browser and is not known to be stored by the server yet. */
export interface KeptPhoto extends Photo {
  /** The uids of its sender and of its receiver. */
  me: string;
  other: string;
  /** The message that has it; null while it is chosen and not sent. */
  message: string | null;
  /** The order in which photos were chosen. */
  at: number;
  /** A JPEG. Not a Blob: Safari cannot store one in a private window. */
  bytes: ArrayBuffer;
}

/** As many photos as one message has stay in memory after they were stored, so that they are not fetched from the server. */
const MOST_IN_MEMORY = 30;

/** The bytes of photos of this browser by id, oldest first. Without a storage they live as long as the page. */
const inMemory = new Map<string, ArrayBuffer>();

whenPersonChanges(() => inMemory.clear());

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('photos', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('photos', { keyPath: 'id' });
    request.onsuccess = () => {
      const database = request.result;
      const forget = () => {
        opened = undefined;
      };
      // A sign-out removes the database, and waits until all tabs have closed it (clear-other-users-data.ts).
      database.onversionchange = () => {
        database.close();
        forget();
      };
      database.onclose = forget;
      resolve(database);
    };
    request.onerror = () => reject(request.error);
  });
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

/** Runs requests in one transaction. Undefined when this browser stores nothing: then photos are lost with the page. */
async function inStore<Result>(
  mode: IDBTransactionMode,
  run: (photos: IDBObjectStore) => IDBRequest<Result> | undefined,
): Promise<Result | undefined> {
  try {
    const database = await open();
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction('photos', mode);
      const request = run(transaction.objectStore('photos'));
      transaction.oncomplete = () => resolve(request?.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } catch (error) {
    console.info('Photos could not be stored for a reload.', error);
    return undefined;
  }
}

/** Stores a photo, or its changes. */
export async function keepPhoto(photo: KeptPhoto): Promise<void> {
  inMemory.delete(photo.id);
  inMemory.set(photo.id, photo.bytes);
  for (const id of [...inMemory.keys()].slice(0, -MOST_IN_MEMORY)) inMemory.delete(id);
  await inStore('readwrite', (photos) => photos.put(photo));
}

/** Removes photos from the storage. What is shown stays in memory. */
export async function forgetPhotos(ids: readonly string[]): Promise<void> {
  await inStore('readwrite', (photos) => {
    for (const id of ids) photos.delete(id);
    return undefined;
  });
}

/** All photos of this browser, in the order in which they were chosen. Undefined when it stores nothing. */
export async function listPhotos(): Promise<KeptPhoto[] | undefined> {
  const photos = await inStore<KeptPhoto[]>('readonly', (store) => store.getAll());
  return photos?.sort((one, other) => one.at - other.at);
}

/** Whether `photoBytes` needs no storage, and no server, for this photo. */
export function isInMemory(id: string): boolean {
  return inMemory.has(id);
}

/** A photo's bytes; undefined when this browser does not have it. */
export async function photoBytes(id: string): Promise<ArrayBuffer | undefined> {
  return inMemory.get(id) ?? (await inStore<KeptPhoto | undefined>('readonly', (photos) => photos.get(id)))?.bytes;
}
