import { useEffect } from 'react';
import { useApp } from '#web/app-context.tsx';
import { catchInstallPrompt, loadParts } from '#web/features/push/index.ts';
import { idle, useLateChunk } from '#web/use-late-chunk.ts';
import { clearOtherUsersData } from './clear-other-users-data.ts';

/** Loads the late parts, and those of notifications, when the browser is idle. What must not be late is done at once. */
export function LazyLateParts() {
  const { appUser } = useApp();
  const loaded = useLateChunk(true, () => idle().then(() => Promise.all([loadParts(), import('./late-parts.tsx')])));

  // Browsers offer the installation only once.
  useEffect(catchInstallPrompt, []);

  useEffect(() => {
    // In an effect: by now the screens that show the earlier user's data are gone.
    if (appUser !== undefined) clearOtherUsersData(appUser?.uid);
  }, [appUser]);

  if (loaded === null) return null;
  const [{ PushSync }, { LateParts }] = loaded;
  return (
    <>
      <PushSync />
      <LateParts />
    </>
  );
}
