import { memo } from 'react';
import type { Photo } from '#contract/photos.ts';
import { clockTime } from '#web/dates/format-date.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import type { MessagePhotos } from '../photos/message-photos.tsx';
import { MessageMark } from './message-mark.tsx';
import type { TimelineItem } from './timeline.ts';

interface MessageBubbleProps {
  item: TimelineItem;
  /** The first name of the other person. */
  other: string;
  /** Undefined until its chunk has arrived. */
  Photos: typeof MessagePhotos | undefined;
}

/** One message: the lines above it, its words, the mark of one's own, and under the last one of a group its time. */
export const MessageBubble = memo(function MessageBubble({ item, other, Photos }: MessageBubbleProps) {
  const { isMine, content, photos, timestamp, day, isFirstNew, isGroupEnd, state } = item;
  return (
    // The gap between groups is below, so that no height changes when older messages are fetched.
    <div className={`flex flex-col px-3 pt-0.5 ${isGroupEnd ? 'pb-1.5' : ''} ${isMine ? 'items-end' : 'items-start'}`}>
      {day && <p className="my-2 self-center rounded-full bg-raised px-3 py-0.5 text-ink-soft text-sm">{day}</p>}
      {isFirstNew && (
        <p className="my-1.5 flex items-center gap-3 self-stretch font-semibold text-accent text-sm before:grow before:border-t after:grow after:border-t">
          New messages
        </p>
      )}
      <div className={`relative max-w-[82%] lg:max-w-[70%] ${photos ? frameOf(item) : ''}`}>
        {photos && (
          // Its height is known before the photos are there, so that nothing moves.
          <div
            className="relative w-72 max-w-full overflow-hidden rounded-xl"
            style={{ aspectRatio: shapeOfAll(photos) }}
          >
            {Photos && <Photos item={{ ...item, photos }} other={other} />}
          </div>
        )}
        {(content || !photos) && (
          <p className={`wrap-anywhere whitespace-pre-wrap rounded-2xl py-1 leading-snug ${shapeOf(item)}`}>
            <VisuallyHidden>{isMine ? 'You: ' : `${other}: `}</VisuallyHidden>
            {content}
          </p>
        )}
        {state && <MessageMark state={state} />}
      </div>
      {isGroupEnd && (
        <time dateTime={new Date(timestamp).toISOString()} className="px-2 pt-0.5 text-ink-soft text-xs">
          {clockTime(timestamp)}
        </time>
      )}
    </div>
  );
});

/** Around photos, with room for the mark below those without words. */
function frameOf({ isMine, content }: TimelineItem): string {
  return `rounded-2xl p-1 ${isMine ? 'bg-accent-soft' : 'bg-raised'} ${isMine && !content ? 'pb-6' : ''}`;
}

/** Width by height. One photo has its own, but very long ones are cut. */
function shapeOfAll([first, ...further]: readonly Photo[]): number {
  if (further.length > 0) return further.length === 1 ? 2 : 1;
  return Math.min(2, Math.max(0.6, first!.width / first!.height));
}

/** Colours and corners: those between two messages of a group, and the one at the bottom on the writer's side, are small. */
function shapeOf({ isMine, isGroupStart }: TimelineItem): string {
  if (isMine) return `rounded-br-md bg-accent-soft pr-7.5 pl-3.5 ${isGroupStart ? '' : 'rounded-tr-md'}`;
  return `rounded-bl-md bg-raised px-3.5 ${isGroupStart ? '' : 'rounded-tl-md'}`;
}
