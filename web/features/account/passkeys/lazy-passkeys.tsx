import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { useIdleChunk } from '#web/use-idle-chunk.ts';

const load = () => import('./passkeys.tsx');

/** Loaded after the first paint of the settings. */
export function LazyPasskeys(props: { uid: string; email: string }) {
  const chunk = useIdleChunk(load);
  return chunk ? <chunk.default {...props} /> : <Skeleton className="h-16" />;
}
