import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { useIdleChunk } from '#web/use-idle-chunk.ts';
import { loadParts } from './load-parts.ts';

/** Loads this device's notifications, for the settings. */
export function LazyPushSettings({ uid }: { uid: string }) {
  const parts = useIdleChunk(loadParts);
  return parts ? <parts.PushSettings uid={uid} /> : <Skeleton className="h-28" />;
}
