/** The way to the helplines: a page of its own, which works without the app. */
export function Helplines({ className = '' }: { className?: string }) {
  return (
    <a
      href="/help"
      className={`inline-flex min-h-6 items-center font-semibold text-accent text-sm underline underline-offset-4 ${className}`}
    >
      Helplines
    </a>
  );
}
