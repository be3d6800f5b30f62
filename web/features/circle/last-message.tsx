import { lastMessageTime } from '#web/dates/format-date.ts';
import { useToday } from '#web/dates/use-today.ts';

/** The time of the last message. */
export function LastMessage({ at }: { at: number }) {
  const words = lastMessageTime(at, useToday());
  return (
    <time dateTime={at ? new Date(at).toISOString() : words} className="shrink-0 text-sm text-ink-soft tabular-nums">
      {words}
    </time>
  );
}
