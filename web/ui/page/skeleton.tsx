/** A quiet shape where something is about to stand. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <span aria-hidden="true" className={`block animate-breathe rounded-xl bg-raised ${className}`} />;
}
