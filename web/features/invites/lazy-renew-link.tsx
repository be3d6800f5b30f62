import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { useLateChunk } from '#web/use-late-chunk.ts';

/** Loads the settings' part about the link after the screen. */
export function RenewLink({ uid }: { uid: string }) {
  const loaded = useLateChunk(true, () => import('./renew-link.tsx'));
  return loaded ? <loaded.RenewLink uid={uid} /> : <Skeleton className="h-24" />;
}
