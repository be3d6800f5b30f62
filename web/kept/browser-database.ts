/**
 * One of the browser's databases. Where a browser has none, nothing is stored.
 * @param stores with the key of their rows
 * @returns runs one transaction after earlier ones. It gives the result of `run`'s request; null when nothing could be stored or read
 */
export function createDatabase<Store extends string>(name: string, stores: Record<Store, string | string[]>) {
  const names = Object.keys(stores) as Store[];
  let opened: Promise<IDBDatabase> | undefined;

  function open(): Promise<IDBDatabase> {
    opened ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => {
        for (const store of names) request.result.createObjectStore(store, { keyPath: stores[store] });
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

  return async function inDatabase<Result>(
    mode: IDBTransactionMode,
    run: (stores: Record<Store, IDBObjectStore>) => IDBRequest<Result> | undefined,
  ): Promise<Result | null | undefined> {
    try {
      const database = await open();
      return await new Promise((resolve, reject) => {
        const transaction = database.transaction(names, mode);
        const opened = names.map((store) => [store, transaction.objectStore(store)]);
        const request = run(Object.fromEntries(opened));
        transaction.oncomplete = () => resolve(request?.result);
        transaction.onabort = () => reject(transaction.error);
      });
    } catch (error) {
      console.info('The browser’s database cannot be used.', error);
      return null;
    }
  };
}
