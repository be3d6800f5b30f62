import { forget } from '#web/storage.ts';
import { emptyPersonalStores } from '#web/store.ts';

let last: string | undefined;

/** The start of our storage keys: the kind of data, then the uid. The last two are of versions without the outbox. */
const OWNED_KEY = /^(draft|asks|outgoing|mood):([^:]+)/;

/**
 * One browser can have several users, and what is not sent belongs to its writer. Removes what belongs to everybody but `me` from this
 * browser's memory and storage; the late parts remove it from the outbox. `me` is undefined after a session has ended.
 */
export function clearOtherUsersData(me: string | undefined): void {
  if (last !== undefined && me !== last) emptyPersonalStores(me);
  last = me;
  forget((key) => {
    const [, kind, uid] = OWNED_KEY.exec(key) ?? [];
    return kind !== undefined && uid !== me && (me !== undefined || kind === 'draft');
  });
}
