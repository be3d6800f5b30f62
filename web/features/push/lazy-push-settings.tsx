import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { useIdleChunk } from '#web/use-idle-chunk.ts';

/** Loads this device's notifications, for the settings. */
export function LazyPushSettings({ uid }: { uid: string }) {
  const parts = useIdleChunk(() => import('./parts.ts'));
  return parts ? <parts.PushSettings uid={uid} /> : <Skeleton className="h-28" />;
}
