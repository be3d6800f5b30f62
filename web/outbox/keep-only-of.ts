import { inDatabase } from './database.ts';

/**
 * Removes what does not belong to `owner`. With undefined, after a session has ended, items stay, because their writer may return and
 * send them; photos that were chosen and not sent go.
 */
export async function keepOnlyOf(owner: string | undefined): Promise<void> {
  await inDatabase('readwrite', ({ items, photos }) => {
    // Of versions without the outbox.
    indexedDB.deleteDatabase('photos');
    const read = items.getAll();
    read.onsuccess = () => {
      const used = new Set<string>();
      for (const item of read.result) {
        if (owner !== undefined && item.owner !== owner) items.delete(item.id);
        else for (const { id } of item.photos ?? []) used.add(id);
      }
      const cursor = photos.openCursor();
      cursor.onsuccess = () => {
        const photo = cursor.result;
        if (!photo) return;
        const isKept = owner === undefined ? used.has(photo.value.id) : photo.value.owner === owner;
        if (!isKept) photo.delete();
        photo.continue();
      };
    };
    return undefined;
  });
}
