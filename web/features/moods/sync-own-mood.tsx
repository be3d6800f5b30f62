import { type ComponentType, useEffect, useState } from 'react';
import { useApp } from '#web/app-context.tsx';
import { useLiveEvent } from '#web/live/index.ts';
import { loadChunk } from '#web/load-chunk.ts';
import { whenIdle } from '#web/when-idle.ts';

const RETRY_MS = 15_000;

/** Applies a mood that this person chose in another tab, and shows the notice of one that waits for a connection. */
export function SyncOwnMood() {
  const { appUser, setAppUserMood } = useApp();
  const [loaded, setLoaded] = useState<{ MoodNotice: ComponentType<{ uid: string }> } | null>(null);
  useLiveEvent('mood', ({ uid, mood, chosenAt }) => {
    if (uid === appUser?.uid) setAppUserMood({ mood, chosenAt });
  });

  useEffect(() => {
    // When idle, because no first screen needs it.
    const load = () =>
      whenIdle(() => {
        loadChunk(() => import('./waiting/mood-notice.tsx')).then(setLoaded, () => setTimeout(load, RETRY_MS));
      });
    load();
  }, []);

  return loaded && appUser ? <loaded.MoodNotice key={appUser.uid} uid={appUser.uid} /> : null;
}
