import type { ConnectionEntry, Preview } from '#contract/views.ts';
import { clockTime, daysBetween, lastMessageTime } from '#web/dates/format-date.ts';
import { useToday } from '#web/dates/use-today.ts';
import { type Unsent, useUnsent } from '#web/features/circle/index.ts';

interface PreviewLineProps {
  entry: ConnectionEntry;
  isOpen?: boolean;
}

/** The first words of the newest message on one line, or of what the person has written since. Nothing before the first message. */
export function PreviewLine({ entry, isOpen }: PreviewLineProps) {
  const unsent = useUnsent(entry.uid);
  const shown: Unsent | (Preview & { draft?: never }) | null =
    unsent && !(unsent.draft && isOpen) ? unsent : entry.preview;
  return (
    shown && (
      <span className={`flex min-w-0 gap-1 text-sm ${entry.unread ? 'font-medium' : 'text-ink-soft'}`}>
        {shown.draft ? <span className="font-medium text-accent">Draft: </span> : shown.mine && <span>You: </span>}
        <span dir="auto" className="truncate">
          {shown.text}
        </span>
      </span>
    )
  );
}

export function LastMessage({ at }: { at: number }) {
  const text = lastMessageTime(at, useToday());
  return (
    <time dateTime={at ? new Date(at).toISOString() : text} className="shrink-0 text-sm text-ink-soft tabular-nums">
      {text}
    </time>
  );
}

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

export function UnreadCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="inline-flex min-h-7 min-w-7 items-center justify-center rounded-full bg-accent px-2 font-semibold text-accent-ink text-sm tabular-nums">
      {count}
      <span className="sr-only">{count === 1 ? ' unread message' : ' unread messages'}</span>
    </span>
  );
}
