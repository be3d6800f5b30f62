import { useEffect, useState } from 'react';
import { useApp } from '#web/app-context.tsx';
import { catchInstallPrompt } from '#web/features/push/index.ts';
import { createLateChunk } from '#web/loading/late-chunk.ts';
import { forget } from '#web/storage.ts';
import { emptyPersonalStores } from '#web/store.ts';

const useLateParts = createLateChunk(() => import('./late-parts.tsx'), true);

/** Loads the late parts when the browser is idle. What must not be late is done at once. */
export function LazyLateParts() {
  const { appUser } = useApp();
  const late = useLateParts();
  const [hasFrame, setHasFrame] = useState(false);

  // They put what they show into the frame, which is in the document from now on.
  useEffect(() => setHasFrame(true), []);

  // Browsers offer the installation only once.
  useEffect(catchInstallPrompt, []);

  useEffect(() => {
    // In an effect: by now the screens that show the earlier user's data are gone.
    if (appUser !== undefined) clearOtherUsersData(appUser?.uid);
  }, [appUser]);

  return late && hasFrame && <late.LateParts />;
}

let last: string | undefined;

/** The start of our storage keys: the kind of data, then the uid. The last two are of versions without the outbox. */
const OWNED_KEY = /^(draft|asks|checkIn|outgoing|mood):([^:]+)/;

/**
 * One browser can have several users, and what is not sent belongs to its writer. Removes what belongs to everybody but `me` from this
 * browser's memory and storage; the late parts remove it from the outbox. `me` is undefined after a session has ended.
 */
function clearOtherUsersData(me: string | undefined): void {
  if (last !== undefined && me !== last) emptyPersonalStores(me);
  last = me;
  forget((key) => {
    const [, kind, uid] = OWNED_KEY.exec(key) ?? [];
    return kind !== undefined && uid !== me && (me !== undefined || kind === 'draft');
  });
}
