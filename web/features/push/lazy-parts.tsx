import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { late } from '#web/use-late-chunk.ts';

/** One chunk for this feature. */
const loadParts = () => import('./parts.ts');
export const LazyPushCard = late(loadParts, 'PushCard');
export const LazyPushSettings = late(loadParts, 'PushSettings', <Skeleton className="h-28" />);
export const LazyInstallMoodring = late(loadParts, 'InstallMoodring');
