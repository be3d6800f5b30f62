import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import type { Message } from '#contract/views.ts';
import { clockTime, dayLabel, daysBetween } from '#web/dates/format-date.ts';
import { useToday } from '#web/dates/use-today.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { ChatSkeleton } from '../chat-skeleton.tsx';
import { isWithinGroup } from '../messages/timeline.ts';
import { shapeOfAll } from '../photos/shape-of-all.ts';
import { useLateChatParts } from '../use-late-chat-parts.ts';
import { MarkedText } from './marked-text.tsx';
import { usePlace } from './use-place.ts';

interface PlaceProps {
  me: string;
  /** The other person: uid and first name. */
  other: { uid: string; name: string };
  /** The message that was found. */
  seq: number;
  sought: string;
  /** Whether the found message gets the focus when it appears: what led there has gone. */
  takesFocus: boolean;
}

/** A found message among those before and after it; for another one, mount it anew. The chat stays where it was, behind this. */
export function Place({ me, other, seq, sought, takesFocus }: PlaceProps) {
  const { place, error, showOlder, showNewer } = usePlace(other.uid, seq);
  const box = useRef<HTMLElement>(null);
  const found = useRef<HTMLDivElement>(null);
  const today = useToday();
  const isShown = place !== null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has arrived
  useEffect(() => {
    if (!isShown) return;
    // Not scrollIntoView: it would scroll the page as well, and the chat's header away.
    if (box.current && found.current) {
      const [list, message] = [box.current.getBoundingClientRect(), found.current.getBoundingClientRect()];
      box.current.scrollTop += message.top - list.top - Math.max(0, list.height - message.height) / 2;
    }
    if (takesFocus) found.current?.focus({ preventScroll: true });
  }, [isShown]);

  /** The button goes when there is no more, and would take the focus with it. */
  function showMore(show: () => void) {
    box.current?.focus({ preventScroll: true });
    show();
  }

  if (place === null) return error === null ? <ChatSkeleton /> : <FormError>{error}</FormError>;
  return (
    <section
      ref={box}
      aria-label="The place in the chat"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the focused element
      tabIndex={0}
      className="-outline-offset-4 min-h-0 grow overflow-y-auto overscroll-contain rounded-2xl py-2"
    >
      {place.hasOlder && <More onClick={() => showMore(showOlder)}>Show older messages</More>}
      {place.messages.map((message, index) => (
        <PlaceMessage
          key={message.id}
          ref={message.seq === seq ? found : undefined}
          message={message}
          author={message.sender === me ? null : other.name}
          other={other.name}
          day={isNewDay(place.messages[index - 1], message) ? dayLabel(new Date(message.timestamp), today) : null}
          sought={sought}
          isFound={message.seq === seq}
          isGroupEnd={!standTogether(message, place.messages[index + 1])}
        />
      ))}
      {place.hasNewer && <More onClick={() => showMore(showNewer)}>Show newer messages</More>}
      <FormError>{error}</FormError>
    </section>
  );
}

function More({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button variant="quiet" className="mx-auto my-3 flex" onClick={onClick}>
      {children}
    </Button>
  );
}

interface PlaceMessageProps {
  ref: Ref<HTMLDivElement> | undefined;
  message: Message;
  /** The first name of its writer; null for one's own. */
  author: string | null;
  /** The first name of the other person. */
  other: string;
  day: string | null;
  sought: string;
  isFound: boolean;
  /** Whether it is the last of those that stand together, as in the chat. */
  isGroupEnd: boolean;
}

function PlaceMessage({ ref, message, author, other, day, sought, isFound, isGroupEnd }: PlaceMessageProps) {
  const late = useLateChatParts();
  const { id, content, photos, deleted, timestamp } = message;
  const side = author === null ? 'items-end' : 'items-start';
  const colours = author === null ? 'rounded-br-md bg-accent-soft text-ink' : 'rounded-bl-md bg-raised text-ink';
  const ring = isFound ? 'my-1 outline-3 outline-accent outline-offset-2' : '';
  return (
    <div
      ref={ref}
      tabIndex={isFound ? -1 : undefined}
      aria-current={isFound || undefined}
      className={`flex flex-col px-4 outline-none ${isGroupEnd ? 'pt-0.5 pb-1.5' : 'py-0.5'} ${side}`}
    >
      {day && <p className="my-3 self-center rounded-full bg-raised px-3 py-0.5 text-ink-soft text-sm">{day}</p>}
      {photos && (
        <div
          className={`mb-1 w-72 max-w-[82%] overflow-hidden rounded-2xl ${content === '' ? ring : ''}`}
          style={{ aspectRatio: shapeOfAll(photos) }}
        >
          {late && (
            <late.MessagePhotos id={id} photos={photos} isMine={author === null} isOnItsWay={false} other={other} />
          )}
        </div>
      )}
      {(content !== '' || !photos) && (
        <p
          dir="auto"
          className={`wrap-anywhere max-w-[82%] whitespace-pre-wrap rounded-2xl px-3.5 py-1 leading-snug lg:max-w-[70%] ${colours} ${ring}`}
        >
          <VisuallyHidden>{author === null ? 'You: ' : `${author}: `}</VisuallyHidden>
          {deleted ? (
            <span className="text-ink-soft italic">Message deleted</span>
          ) : (
            <MarkedText text={content} sought={sought} />
          )}
        </p>
      )}
      {(isGroupEnd || isFound) && (
        <time
          dateTime={new Date(timestamp).toISOString()}
          className={`px-2 text-ink-soft text-xs ${isFound ? 'pt-2' : 'pt-0.5'}`}
        >
          {clockTime(timestamp)}
        </time>
      )}
    </div>
  );
}

function standTogether(message: Message, next: Message | undefined): boolean {
  if (next === undefined || next.sender !== message.sender || isNewDay(message, next)) return false;
  return isWithinGroup(message.timestamp, next.timestamp);
}

function isNewDay(previous: Message | undefined, { timestamp }: Message): boolean {
  return previous === undefined || daysBetween(new Date(previous.timestamp), new Date(timestamp)) !== 0;
}
