import { type ComponentType, useEffect, useState } from 'react';
import { useApp } from '#web/app-context.tsx';
import { loadChunk } from '#web/load-chunk.ts';
import { forgetOthers } from './clear-other-users-data.ts';

const LOAD_AGAIN_MS = 15_000;

/** What keeps the chats, loaded after the first paint: no screen waits for it. */
export function LoadChatSync() {
  const { appUser } = useApp();
  const me = appUser?.uid;
  const isSignedIn = me !== undefined;
  const [loaded, setLoaded] = useState<{ SyncChats: ComponentType<{ me: string }> } | null>(null);

  useEffect(() => {
    if (!isSignedIn) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = () => {
      loadChunk(() => import('./sync-chats.tsx')).then(setLoaded, (error) => {
        console.info('What keeps the chats could not be loaded yet.', error);
        timer = setTimeout(load, LOAD_AGAIN_MS);
      });
    };
    load();
    return () => clearTimeout(timer);
  }, [isSignedIn]);

  useEffect(() => {
    // Not before the screens are gone that show it.
    if (appUser !== undefined) forgetOthers(appUser?.uid);
  }, [appUser]);

  return loaded !== null && me !== undefined ? <loaded.SyncChats key={me} me={me} /> : null;
}
