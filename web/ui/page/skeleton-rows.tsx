import { VisuallyHidden } from '../visually-hidden.tsx';
import { Skeleton } from './skeleton.tsx';

/** A list that is about to come. */
export function SkeletonRows({ count }: { count: number }) {
  return (
    <div role="status">
      <VisuallyHidden>Loading…</VisuallyHidden>
      {Array.from({ length: count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move
        <div key={row} className="flex items-center gap-4 py-3">
          <Skeleton className="size-11 shrink-0 rounded-full" />
          <div className="grow space-y-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
