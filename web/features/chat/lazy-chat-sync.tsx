import { type ComponentType, useEffect, useState } from 'react';
import { useApp } from '#web/app-context.tsx';
import { loadChunk } from '#web/load-chunk.ts';
import { clearOtherUsersData } from './clear-other-users-data.ts';

const RETRY_MS = 15_000;

/** Loads SyncChats after the first paint, because no screen needs it to be shown. */
export function LazyChatSync() {
  const { appUser } = useApp();
  const me = appUser?.uid;
  const isSignedIn = me !== undefined;
  const [loaded, setLoaded] = useState<{ SyncChats: ComponentType<{ me: string }> } | null>(null);

  useEffect(() => {
    if (!isSignedIn) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = () => {
      loadChunk(() => import('./sync-chats.tsx')).then(setLoaded, (error) => {
        console.info('The chat sync could not be loaded yet.', error);
        timer = setTimeout(load, RETRY_MS);
      });
    };
    load();
    return () => clearTimeout(timer);
  }, [isSignedIn]);

  useEffect(() => {
    // In an effect: by now the screens that show the earlier user's data are gone.
    if (appUser !== undefined) clearOtherUsersData(appUser?.uid);
  }, [appUser]);

  return loaded !== null && me !== undefined ? <loaded.SyncChats key={me} me={me} /> : null;
}
