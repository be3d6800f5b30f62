import type { Page } from '@playwright/test';

/** How many items and photos this browser keeps until they are sent. */
export function keptIn(page: Page): Promise<{ items: number; photos: number }> {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('outbox');
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const transaction = database.transaction(['items', 'photos']);
    const [items, photos] = ['items', 'photos'].map((store) => transaction.objectStore(store).count());
    await new Promise((resolve) => transaction.addEventListener('complete', resolve));
    database.close();
    return { items: items!.result, photos: photos!.result };
  });
}
