import { emptyPersonalStores } from '#web/store.ts';

let last: string | undefined;

/** The start of our storage keys: the kind of data, then the uid. */
const OWNED_KEY = /^(draft|outgoing|mood|asks):([^:]+)/;

/**
 * One browser can have several users, and unsent drafts and messages belong to their writer. Removes those of everybody but `me`
 * from this browser's memory and storage. `me` is undefined after a sign-out: then all drafts go, but outgoing messages stay until
 * another person signs in, because their writer may return and send them.
 */
export function clearOtherUsersData(me: string | undefined): void {
  if (last !== undefined && me !== last) emptyPersonalStores();
  last = me;
  try {
    for (const storage of [sessionStorage, localStorage]) {
      for (const key of Object.keys(storage)) {
        const [, kind, uid] = OWNED_KEY.exec(key) ?? [];
        if (kind && uid !== me && (me || kind === 'draft')) storage.removeItem(key);
      }
    }
    // Photos that were chosen or are on their way (photos/photo-store.ts).
    if (!me) indexedDB.deleteDatabase('photos');
  } catch {
    // This browser forbids storage, so there is nothing to clear.
  }
}
