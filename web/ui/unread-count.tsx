export function UnreadCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="inline-flex h-7 min-w-7 items-center justify-center rounded-full bg-accent px-2 font-semibold text-accent-ink text-sm tabular-nums">
      {count}
      <span className="sr-only">{count === 1 ? ' unread message' : ' unread messages'}</span>
    </span>
  );
}
