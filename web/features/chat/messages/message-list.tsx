import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Virtualizer } from 'virtua';
import { MessageBubble } from './message-bubble.tsx';
import { NewMessagesButton } from './new-messages-button.tsx';
import type { TimelineItem } from './timeline.ts';
import { useStickToBottom } from './use-stick-to-bottom.ts';

/** Closer to the start than this, older messages are brought. */
const NEAR_START_PX = 600;

interface MessageListProps {
  items: TimelineItem[];
  /** The first name of the other person. */
  other: string;
  hasOlder: boolean;
  bringOlder: () => void;
}

/**
 * The scrolling message list. Stays at the end when it is there, stays with what is read when it is not, and holds only
 * what can be seen in the document, however long the conversation is.
 */
export function MessageList({ items, other, hasOlder, bringOlder }: MessageListProps) {
  const box = useRef<HTMLDivElement>(null);
  const end = useStickToBottom(box);
  const [isAtEnd, setAtEnd] = useState(true);
  const [hasNew, setHasNew] = useState(false);
  const first = items[0]?.id;
  const last = items.at(-1);
  const shownFirst = useRef(first);
  const shownLast = useRef(last?.id);

  function look() {
    const isThere = end.scrolled();
    setAtEnd(isThere);
    if (isThere) setHasNew(false);
    if (hasOlder && box.current!.scrollTop < NEAR_START_PX) bringOlder();
  }

  function resized() {
    end.resized();
    // Where a page does not fill the screen nothing can be scrolled, and no scroll asks for what is older.
    const { scrollHeight, clientHeight } = box.current!;
    if (hasOlder && scrollHeight <= clientHeight) bringOlder();
  }

  function press(event: KeyboardEvent) {
    end.handled();
    // The browser would go where the end was when the key was pressed: messages on the way turn out higher.
    if (event.key === 'End') end.toEnd();
  }

  useLayoutEffect(end.toEnd, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: when another message is the last one
  useLayoutEffect(() => {
    if (shownLast.current === last?.id) return;
    shownLast.current = last?.id;
    if (end.isAtEnd() || last?.state === 'on its way') end.toEnd();
    else setHasNew(true);
  }, [last?.id]);

  useEffect(() => {
    shownFirst.current = first;
  }, [first]);

  return (
    <div className="relative min-h-0 grow">
      <div
        ref={box}
        role="log"
        // Away from the end the list is read by its reader, and what scrolling brings in is no news.
        aria-live={isAtEnd ? 'polite' : 'off'}
        aria-label={`Messages with ${other}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what is focused
        tabIndex={0}
        onWheel={end.handled}
        onTouchMove={end.handled}
        onPointerDown={end.handled}
        onKeyDown={press}
        className="-outline-offset-4 flex h-full flex-col overflow-y-auto overscroll-contain rounded-2xl py-2 [overflow-anchor:none]"
      >
        <div className="grow" />
        <Virtualizer data={items} shift={shownFirst.current !== first} onScroll={look} onResize={resized}>
          {(item) => <MessageBubble key={item.id} item={item} other={other} />}
        </Virtualizer>
      </div>
      {hasNew && <NewMessagesButton onClick={end.toEnd} />}
    </div>
  );
}
