import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { idle, useLateChunk } from '#web/use-late-chunk.ts';

/** Loads the settings' part about the link when the browser is idle. */
export function RenewLink({ uid }: { uid: string }) {
  const loaded = useLateChunk(true, () => idle().then(() => import('./renew-link.tsx')));
  return loaded ? <loaded.RenewLink uid={uid} /> : <Skeleton className="h-24" />;
}
