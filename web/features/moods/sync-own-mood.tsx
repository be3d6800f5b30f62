import { useApp } from '#web/app-context.tsx';
import { useLiveEvent } from '#web/live/index.ts';

/** Applies a mood that this person chose in another tab. Renders nothing. */
export function SyncOwnMood() {
  const { appUser, setAppUserMood } = useApp();
  useLiveEvent('mood', ({ uid, mood, chosenAt }) => {
    if (uid === appUser?.uid) setAppUserMood({ mood, chosenAt });
  });
  return null;
}
