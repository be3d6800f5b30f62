import { memo, type ReactNode } from 'react';
import type { Photo } from '#contract/photos.ts';
import * as t from '#language';
import { clockTime } from '#web/dates/format-date.ts';
import type { LateChatParts } from '../use-late-chat-parts.ts';
import type { TimelineItem } from './timeline.ts';

interface MessageBubbleProps {
  item: TimelineItem;
  other: string;
  late: LateChatParts | null;
  words?: ReactNode;
  isFound?: boolean;
}

/** One message: the lines above it, its words, the mark of one's own, and under the last one of a group its time. */
export const MessageBubble = memo(function MessageBubble({
  item,
  other,
  late,
  words,
  isFound = false,
}: MessageBubbleProps) {
  const { id, isMine, content, photos, timestamp, day, isFirstNew, isGroupEnd, state } = item;
  const { quote, reactions, deleted } = item;
  return (
    // The gap between groups is below, so that no height changes when older messages are fetched.
    <div
      data-message={id}
      tabIndex={-1}
      aria-current={isFound || undefined}
      className={`-outline-offset-2 flex flex-col rounded-2xl px-3 pt-0.5 pointer-coarse:select-none ${isGroupEnd ? 'pb-1.5' : ''} ${isMine ? 'items-end' : 'items-start'}`}
    >
      {day && <p className="my-2 self-center rounded-full bg-raised px-3 py-0.5 text-ink-soft text-sm">{day}</p>}
      {isFirstNew && (
        <p className="my-1.5 flex items-center gap-3 self-stretch font-semibold text-accent text-sm before:grow before:border-t after:grow after:border-t">
          {t.newMessages}
        </p>
      )}
      <div
        data-bubble
        className={`relative max-w-[82%] rounded-2xl outline-accent outline-offset-2 data-marked:outline-3 lg:max-w-[70%] ${quote || photos ? frameOf(item) : ''} ${isFound ? 'my-1 outline-3' : ''}`}
      >
        {quote && late && <late.QuotedLine quote={quote} other={other} />}
        {photos && (
          // Its height is known before the photos are there, so that nothing moves.
          <div
            className="relative w-72 max-w-full overflow-hidden rounded-xl"
            style={{ aspectRatio: shapeOfAll(photos) }}
          >
            {late && <late.MessagePhotos {...{ id, photos, isMine, other }} isOnItsWay={state === 'on its way'} />}
          </div>
        )}
        {(content || !photos) && (
          // Its words have their own direction; its corners and its mark are on the sides of the screen's.
          <p
            className={`wrap-anywhere whitespace-pre-wrap rounded-2xl py-1 leading-snug [unicode-bidi:plaintext] ${shapeOf(item)}`}
          >
            {/* In a `bdi`, so that the message's own words decide its direction. */}
            <span className="sr-only">
              <bdi>{t.wordsOf({ name: isMine ? t.you : other })} </bdi>
            </span>
            {deleted ? (
              <i className="text-ink-soft">{t.messageDeleted}</i>
            ) : (
              (words ?? late?.linkedText(content) ?? content)
            )}
          </p>
        )}
        {state && late && <late.MessageMark state={state} />}
      </div>
      {reactions && late && <late.Reactions reactions={reactions} other={other} isMine={isMine} />}
      {(isGroupEnd || isFound) && (
        <time dateTime={new Date(timestamp).toISOString()} className="px-2 pt-0.5 text-ink-soft text-xs">
          {clockTime(timestamp)}
        </time>
      )}
    </div>
  );
});

/** Around a quote and photos, with room for the mark below those without words. */
function frameOf({ isMine, content }: TimelineItem): string {
  return `p-1 ${isMine ? 'bg-accent-soft' : 'bg-raised'} ${isMine && !content ? 'pb-6' : ''}`;
}

/** Colours and corners: those between two messages of a group, and the one at the bottom on the writer's side, are small. */
function shapeOf({ isMine, isGroupStart, state }: TimelineItem): string {
  if (isMine)
    return `rounded-ee-md bg-accent-soft ps-3.5 ${state ? 'pe-7.5' : 'pe-3.5'} ${isGroupStart ? '' : 'rounded-se-md'}`;
  return `rounded-es-md bg-raised px-3.5 ${isGroupStart ? '' : 'rounded-ss-md'}`;
}

/** Of a message's photos, width by height. One photo has its own, but very long ones are cut. */
function shapeOfAll([first, ...further]: readonly Photo[]): number {
  if (further.length > 0) return further.length === 1 ? 2 : 1;
  return Math.min(2, Math.max(0.6, first!.width / first!.height));
}
