import { Skeleton } from './skeleton.tsx';
import { SkeletonRows } from './skeleton-rows.tsx';

/** A screen that is about to come. */
export function PageSkeleton() {
  return (
    <div className="mx-auto w-full max-w-2xl px-5 pt-6 pb-10 md:pt-10">
      <Skeleton className="h-9 w-3/5" />
      <Skeleton className="mt-3 mb-6 h-5 w-2/5" />
      <SkeletonRows count={4} />
    </div>
  );
}
