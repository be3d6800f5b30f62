import { useApp } from '#web/app-context.tsx';
import { useLiveEvent } from '#web/live/index.ts';

/** Keeps this person's own mood as they chose it in another tab. */
export function MoodLive() {
  const { appUser, setAppUserMood } = useApp();
  useLiveEvent('mood', ({ uid, mood, chosenAt }) => {
    if (uid === appUser?.uid) setAppUserMood({ mood, chosenAt });
  });
  return null;
}
