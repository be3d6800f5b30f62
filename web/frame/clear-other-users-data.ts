import { keepOnlyOf } from '#web/outbox/index.ts';
import { emptyPersonalStores } from '#web/store.ts';

let last: string | undefined;

/** The start of our storage keys: the kind of data, then the uid. The last two are of versions without the outbox. */
const OWNED_KEY = /^(draft|asks|outgoing|mood):([^:]+)/;

/**
 * One browser can have several users, and what is not sent belongs to its writer. Removes what belongs to everybody but `me` from this
 * browser's memory and storage. `me` is undefined after a session has ended: then drafts go, but the outbox stays until another person
 * signs in, because its writer may return and send it. A log-out has emptied it (`session.ts`).
 */
export function clearOtherUsersData(me: string | undefined): void {
  if (last !== undefined && me !== last) emptyPersonalStores(me);
  last = me;
  void keepOnlyOf(me);
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
