/**
 * One browser can have several users, and unsent drafts and messages belong to their writer. This file is in the first load;
 * the code that caches drafts and messages is in lazy chunks, and subscribes here.
 */
import { Listeners } from '#web/listeners.ts';

const listeners = new Listeners<string | undefined>();

/** Calls `listener` with the `me` of each `clearOtherUsersData`, to clear what it caches in memory. */
export function onClearOtherUsersData(listener: (me: string | undefined) => void): void {
  listeners.add(listener);
}

/** The start of our storage keys: the kind of data, then the uid. */
const OWNED_KEY = /^(draft|outgoing|mood|asks):([^:]+)/;

/**
 * Removes unsent drafts, messages and moods of everybody but `me` from this browser. `me` is undefined after a sign-out: then all
 * drafts go, but outgoing messages stay until another person signs in, because their writer may return and send them.
 */
export function clearOtherUsersData(me: string | undefined): void {
  listeners.notify(me);
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
