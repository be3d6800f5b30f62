import { clockTime, daysBetween } from '#web/dates/format-date.ts';
import { useToday } from '#web/dates/use-today.ts';

/** Since when a mood holds: since 20:47, since yesterday, 2 days. @param at when it was chosen, in ms */
export function MoodSince({ at }: { at: number }) {
  const days = daysBetween(new Date(at), useToday());
  const words = days < 1 ? `since ${clockTime(at)}` : days < 2 ? 'since yesterday' : `${days} days`;
  return (
    <span className="whitespace-nowrap text-ink-soft text-sm tabular-nums">
      <span className="sr-only">{days < 2 ? 'This mood ' : 'This mood for '}</span>
      {words}
    </span>
  );
}
