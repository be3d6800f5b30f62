import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { late } from '#web/use-late-chunk.ts';

const load = () => import('./parts.ts');

/** Which texts come. */
export const LazyTextChoices = late(load, ({ TextChoices }) => TextChoices, <Skeleton className="h-80" />);

/** The part about support and safety. */
export const LazySafetySettings = late(load, ({ SafetySettings }) => SafetySettings, <Skeleton className="h-96" />);
