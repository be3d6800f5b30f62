import { lastMessageTime } from '#web/dates/format-date.ts';
import { useToday } from '#web/dates/use-today.ts';

export function LastMessage({ at }: { at: number }) {
  const text = lastMessageTime(at, useToday());
  return (
    <time dateTime={at ? new Date(at).toISOString() : text} className="shrink-0 text-sm text-ink-soft tabular-nums">
      {text}
    </time>
  );
}
