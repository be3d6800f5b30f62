import { memo } from 'react';
import { clockTime } from '#web/dates/format-date.ts';
import { LineIcon } from '#web/ui/line-icon.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import type { TimelineItem } from './timeline.ts';
import type { MessageParts } from './use-message-parts.ts';

const CLOCK = 'M12 7v5l3 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0z';

interface MessageBubbleProps {
  item: TimelineItem;
  /** The first name of the other person. */
  other: string;
  /** Null until they have loaded. */
  parts: MessageParts | null;
}

/** One message with its time, and the state of one's own: on its way, or read. */
export const MessageBubble = memo(function MessageBubble({ item, other, parts }: MessageBubbleProps) {
  const { id, isMine, content, timestamp, day, state, quote, reactions, deleted } = item;
  const side = isMine ? 'items-end' : 'items-start';
  const colours = isMine ? 'rounded-br-md bg-accent-soft text-ink' : 'rounded-bl-md bg-raised text-ink';
  return (
    <div
      data-message={id}
      tabIndex={-1}
      className={`-outline-offset-2 flex flex-col rounded-2xl px-4 py-1 pointer-coarse:select-none ${side}`}
    >
      {day && <p className="my-3 self-center rounded-full bg-raised px-3 py-0.5 text-ink-soft text-sm">{day}</p>}
      {quote && parts && <parts.QuotedLine quote={quote} isMine={isMine} other={other} />}
      <p
        dir="auto"
        className={`wrap-anywhere max-w-[82%] whitespace-pre-wrap rounded-3xl px-4 py-2 lg:max-w-[70%] ${colours}`}
      >
        {/* In a `bdi`, so that the message's own words decide its direction. */}
        <VisuallyHidden>
          <bdi>{isMine ? 'You: ' : `${other}: `}</bdi>
        </VisuallyHidden>
        {deleted ? <i className="text-ink-soft">Message deleted</i> : parts ? parts.linkedText(content) : content}
      </p>
      {reactions && parts && <parts.Reactions reactions={reactions} other={other} isMine={isMine} />}
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
