import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { idle, useLateChunk } from '#web/use-late-chunk.ts';

const load = () => import('./passkeys.tsx');

/** Loaded after the first paint of the settings. */
export function LazyPasskeys(props: { uid: string; email: string }) {
  const chunk = useLateChunk(true, () => idle().then(load));
  return chunk ? <chunk.default {...props} /> : <Skeleton className="h-16" />;
}
