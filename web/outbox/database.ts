/** The browser's database of what is not sent yet. Where a browser has none, everything lives as long as the page. */

/** `items`: what waits to be sent (outbox.ts). `photos`: those of items, and those that are chosen for the next message. */
type Stores = Record<'items' | 'photos', IDBObjectStore>;

const STORES = ['items', 'photos'] as const;

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('outbox', 1);
    request.onupgradeneeded = () => {
      for (const store of STORES) request.result.createObjectStore(store, { keyPath: 'id' });
    };
    request.onsuccess = () => {
      // The browser may close it, for example when the person clears the site's data.
      request.result.onclose = () => {
        opened = undefined;
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

/** One transaction, after earlier ones. @returns the result of `run`'s request; null when nothing could be stored or read */
export async function inDatabase<Result>(
  mode: IDBTransactionMode,
  run: (stores: Stores) => IDBRequest<Result> | undefined,
): Promise<Result | null | undefined> {
  try {
    const database = await open();
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORES, mode);
      const request = run({ items: transaction.objectStore('items'), photos: transaction.objectStore('photos') });
      transaction.oncomplete = () => resolve(request?.result);
      transaction.onabort = () => reject(transaction.error);
    });
  } catch (error) {
    console.info('The browser’s database cannot be used.', error);
    return null;
  }
}

/** Removes everything of everybody, at a log-out. */
export async function clearDatabase(): Promise<void> {
  await inDatabase('readwrite', ({ items, photos }) => {
    items.clear();
    photos.clear();
    return undefined;
  });
}
