import { createDatabase } from '../kept/browser-database.ts';

/** The database of what is not sent yet. `items`: what waits to be sent (outbox.ts). `photos`: those of items, and of the next message. */
export const inDatabase = createDatabase('outbox', { items: 'id', photos: 'id' });

/** Removes everything of everybody, at a log-out. */
export async function clearDatabase(): Promise<void> {
  await inDatabase('readwrite', ({ items, photos }) => {
    items.clear();
    photos.clear();
    return undefined;
  });
}
