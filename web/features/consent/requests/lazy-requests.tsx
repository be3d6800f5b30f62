import { idle, useLateChunk } from '#web/use-late-chunk.ts';

/** Who would like to be in the person's circle. Loaded after the first paint of /connect. */
export function LazyConnectionRequests() {
  const loaded = useLateChunk(true, () => idle().then(() => import('./connection-requests.tsx')));
  return loaded && <loaded.ConnectionRequests />;
}
