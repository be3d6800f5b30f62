import { useEffect } from 'react';
import { useIdleChunk } from '#web/use-idle-chunk.ts';
import { catchInstallPrompt } from './install/install-prompt.ts';

/** Loads PushSync after the first paint. Browsers offer the installation only once, so that is caught at once. */
export function LazyPushSync() {
  const parts = useIdleChunk(() => import('./parts.ts'));
  useEffect(catchInstallPrompt, []);
  return parts && <parts.PushSync />;
}
