/**
 * One browser can have several users, and unsent drafts and messages belong to their writer. This file is in the first load;
 * the code that fills its maps is in lazy chunks.
 */
import type { Draft } from './composer/drafts.ts';
import type { OutgoingQueue } from './sending/outgoing-queue.ts';

/** Drafts by their storage key. */
export const cachedDrafts = new Map<string, Draft>();

/** Outgoing queues by the uid of their writer. */
export const cachedQueues = new Map<string, OutgoingQueue>();

/** The start of our storage keys: the kind of data, then the uid. */
const OWNED_KEY = /^(draft|outgoing):([^:]+)/;

/**
 * Removes unsent drafts and messages of everybody but `me` from this browser. `me` is undefined after a sign-out: then all
 * drafts go, but outgoing messages stay until another person signs in, because their writer may return and send them.
 */
export function clearOtherUsersData(me: string | undefined): void {
  for (const key of cachedDrafts.keys()) if (OWNED_KEY.exec(key)![2] !== me) cachedDrafts.delete(key);
  if (me) for (const uid of cachedQueues.keys()) if (uid !== me) cachedQueues.delete(uid);
  try {
    for (const storage of [sessionStorage, localStorage]) {
      for (const key of Object.keys(storage)) {
        const [, kind, uid] = OWNED_KEY.exec(key) ?? [];
        if (kind && uid !== me && (me || kind === 'draft')) storage.removeItem(key);
      }
    }
  } catch {
    // This browser forbids storage, so there is nothing to clear.
  }
}
