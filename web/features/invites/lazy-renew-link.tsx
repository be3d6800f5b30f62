import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { late } from '#web/use-late-chunk.ts';

/** The settings' part about the link. */
export const RenewLink = late(
  () => import('./renew-link.tsx'),
  (chunk) => chunk.RenewLink,
  <Skeleton className="h-24" />,
);
