import { useApp } from '#web/app-context.tsx';
import { useLiveEvent } from '#web/live/index.ts';
import { idle, useLateChunk } from '#web/use-late-chunk.ts';

const loadNotice = () => import('./waiting/mood-notice.tsx');

/** Applies a mood that this person chose in another tab, and shows the notice of one that waits for a connection. */
export function SyncOwnMood() {
  const { appUser, setAppUserMood } = useApp();
  const notice = useLateChunk(true, () => idle().then(loadNotice));
  useLiveEvent('mood', ({ uid, mood, chosenAt }) => {
    if (uid === appUser?.uid) setAppUserMood({ mood, chosenAt });
  });
  return notice && appUser ? <notice.MoodNotice key={appUser.uid} uid={appUser.uid} /> : null;
}
