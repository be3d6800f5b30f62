import type { Draft } from './composer/draft.ts';
import type { OutgoingQueue } from './sending/outgoing-queue.ts';

/** Drafts, by their key in the storage. */
export const heldDrafts = new Map<string, Draft>();

/** Messages on their way, by whose they are. */
export const heldQueues = new Map<string, OutgoingQueue>();

/** How the storage's keys begin: what it is, then whose. */
const OWNED = /^(draft|outgoing):([^:]+)/;

/**
 * Removes from this browser what other people than `me` wrote and did not send; undefined: nobody is signed in, so nobody's
 * draft stays. Messages on their way stay until somebody else signs in: they go out when their writer is back.
 */
export function forgetOthers(me: string | undefined): void {
  for (const key of heldDrafts.keys()) if (OWNED.exec(key)![2] !== me) heldDrafts.delete(key);
  if (me) for (const uid of heldQueues.keys()) if (uid !== me) heldQueues.delete(uid);
  try {
    for (const storage of [sessionStorage, localStorage]) {
      for (const key of Object.keys(storage)) {
        const [, what, whose] = OWNED.exec(key) ?? [];
        if (what && whose !== me && (me || what === 'draft')) storage.removeItem(key);
      }
    }
  } catch {
    // A browser that forbids storage has nothing to forget.
  }
}
