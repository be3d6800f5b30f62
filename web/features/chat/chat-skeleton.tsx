import * as t from '#language';
import { Skeleton } from '#web/ui/page/skeleton.tsx';

export function ChatSkeleton() {
  return (
    <div role="status" className="flex min-h-0 grow flex-col justify-end gap-4 overflow-hidden p-4">
      <span className="sr-only">{t.loading}</span>
      <Skeleton className="h-11 w-3/5 rounded-3xl" />
      <Skeleton className="h-11 w-2/5 rounded-3xl" />
      <Skeleton className="h-11 w-1/2 self-end rounded-3xl" />
      <Skeleton className="h-16 w-3/5 rounded-3xl" />
      <Skeleton className="h-11 w-1/3 self-end rounded-3xl" />
    </div>
  );
}
