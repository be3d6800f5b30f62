import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { idle, useLateChunk } from '#web/use-late-chunk.ts';

const load = () => import('./parts.ts');

/** Which texts come. Loaded after the first paint of the settings. */
export function LazyTextChoices({ uid }: { uid: string }) {
  const parts = useLateChunk(true, () => idle().then(load));
  return parts ? <parts.TextChoices uid={uid} /> : <Skeleton className="h-80" />;
}

/** The part about support and safety. Loaded after the first paint of the settings. */
export function LazySafetySettings({ uid }: { uid: string }) {
  const parts = useLateChunk(true, () => idle().then(load));
  return parts ? <parts.SafetySettings uid={uid} /> : <Skeleton className="h-96" />;
}
