import * as t from '#language';

export function Skeleton({ className = '' }: { className?: string }) {
  return (
    <span data-placeholder aria-hidden="true" className={`block animate-breathe rounded-xl bg-raised ${className}`} />
  );
}

export function SkeletonRows({ count }: { count: number }) {
  return (
    <div role="status">
      <span className="sr-only">{t.loading}</span>
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

export function PageSkeleton() {
  return (
    <div className="mx-auto w-full max-w-2xl px-5 pt-6 pb-10 md:pt-10">
      <Skeleton className="h-9 w-3/5" />
      <Skeleton className="mt-3 mb-6 h-5 w-2/5" />
      <SkeletonRows count={4} />
    </div>
  );
}
