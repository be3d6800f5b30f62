import { useIdleChunk } from '#web/use-idle-chunk.ts';
import { loadParts } from '../load-parts.ts';

/** Loads the offer to install the app. Shows nothing where the browser has no way, or where the app is installed. */
export function LazyInstallMoodring() {
  const parts = useIdleChunk(loadParts);
  return parts && <parts.InstallMoodring />;
}
