import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { idle, useLateChunk } from '#web/use-late-chunk.ts';
import { loadParts } from './load-parts.ts';

/** Loads this device's notifications, for the settings. */
export function LazyPushSettings({ uid }: { uid: string }) {
  const parts = useLateChunk(true, () => idle().then(loadParts));
  return parts ? <parts.PushSettings uid={uid} /> : <Skeleton className="h-28" />;
}
