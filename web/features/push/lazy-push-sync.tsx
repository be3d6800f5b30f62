import { useEffect } from 'react';
import { idle, useLateChunk } from '#web/use-late-chunk.ts';
import { catchInstallPrompt } from './install/install-prompt.ts';
import { loadParts } from './load-parts.ts';

/** Loads PushSync after the first paint. Browsers offer the installation only once, so that is caught at once. */
export function LazyPushSync() {
  const parts = useLateChunk(true, () => idle().then(loadParts));
  useEffect(catchInstallPrompt, []);
  return parts && <parts.PushSync />;
}
