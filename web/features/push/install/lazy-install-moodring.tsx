import { idle, useLateChunk } from '#web/use-late-chunk.ts';
import { loadParts } from '../load-parts.ts';

/** Loads the offer to install the app. Shows nothing where the browser has no way, or where the app is installed. */
export function LazyInstallMoodring() {
  const parts = useLateChunk(true, () => idle().then(loadParts));
  return parts && <parts.InstallMoodring />;
}
