import { memo } from 'react';
import { clockTime } from '#web/dates/format-date.ts';
import { LineIcon } from '#web/ui/line-icon.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import type { TimelineItem } from './timeline.ts';

const CLOCK = 'M12 7v5l3 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z';

interface MessageBubbleProps {
  item: TimelineItem;
  /** The first name of the other person. */
  other: string;
}

/** One message with its time, and the state of one's own: on its way, or read. */
export const MessageBubble = memo(function MessageBubble({ item, other }: MessageBubbleProps) {
  const { isMine, content, timestamp, day, state } = item;
  const side = isMine ? 'items-end' : 'items-start';
  const colours = isMine ? 'rounded-br-md bg-accent-soft text-ink' : 'rounded-bl-md bg-raised text-ink';
  return (
    <div className={`flex flex-col px-4 py-1 ${side}`}>
      {day && <p className="my-3 self-center rounded-full bg-raised px-3 py-0.5 text-ink-soft text-sm">{day}</p>}
      <p className={`wrap-anywhere max-w-[82%] whitespace-pre-wrap rounded-3xl px-4 py-2 lg:max-w-[70%] ${colours}`}>
        <VisuallyHidden>{isMine ? 'You: ' : `${other}: `}</VisuallyHidden>
        {content}
      </p>
      <p className="mt-0.5 flex min-h-5 items-center gap-1.5 px-2 text-ink-soft text-xs">
        <time dateTime={new Date(timestamp).toISOString()}>{clockTime(timestamp)}</time>
        {state === 'read' && <span>Read</span>}
        {state === 'on its way' && (
          <span className="flex items-center gap-1 transition-opacity delay-300 starting:opacity-0">
            <LineIcon path={CLOCK} className="size-3" />
            On its way
          </span>
        )}
      </p>
    </div>
  );
});
