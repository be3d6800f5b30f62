import { useEffect } from 'react';
import { useApp } from '#web/app-context.tsx';
import { catchInstallPrompt } from '#web/features/push/index.ts';
import { useLateChunk } from '#web/use-late-chunk.ts';
import { clearOtherUsersData } from './clear-other-users-data.ts';

/** Loads the late parts when the browser is idle. What must not be late is done at once. */
export function LazyLateParts() {
  const { appUser } = useApp();
  const late = useLateChunk(true, () => import('./late-parts.tsx'), true);

  // Browsers offer the installation only once.
  useEffect(catchInstallPrompt, []);

  useEffect(() => {
    // In an effect: by now the screens that show the earlier user's data are gone.
    if (appUser !== undefined) clearOtherUsersData(appUser?.uid);
  }, [appUser]);

  return late && <late.LateParts />;
}
