import { useEffect } from 'react';
import { useApp } from '#web/app-context.tsx';
import { useLateChunk } from '#web/use-late-chunk.ts';
import { clearOtherUsersData } from './clear-other-users-data.ts';

/** Loads SyncChats after the first paint, because no screen needs it to be shown. */
export function LazyChatSync() {
  const { appUser } = useApp();
  const me = appUser?.uid;
  const loaded = useLateChunk(me !== undefined, () => import('./sync-chats.tsx'));

  useEffect(() => {
    // In an effect: by now the screens that show the earlier user's data are gone.
    if (appUser !== undefined) clearOtherUsersData(appUser?.uid);
  }, [appUser]);

  return loaded !== null && me !== undefined ? <loaded.SyncChats key={me} me={me} /> : null;
}
