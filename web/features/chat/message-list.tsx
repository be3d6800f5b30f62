import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import { MessageBubble } from './message-bubble.tsx';
import { NewMessagesButton } from './new-messages-button.tsx';
import type { TimelineItem } from './timeline.ts';

/** Closer to the end than this counts as being there. */
const AT_END_PX = 48;
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
  const list = useRef<VirtualizerHandle>(null);
  const sticks = useRef(true);
  const [isAtEnd, setAtEnd] = useState(true);
  const [hasNew, setHasNew] = useState(false);
  const first = items[0]?.id;
  const last = items.at(-1);
  const shownFirst = useRef(first);
  const shownLast = useRef(last?.id);

  function toEnd() {
    sticks.current = true;
    list.current?.scrollToIndex(items.length - 1, { align: 'end' });
  }

  function look() {
    const view = list.current;
    if (view === null) return;
    sticks.current = view.scrollSize - view.viewportSize - view.scrollOffset < AT_END_PX;
    setAtEnd(sticks.current);
    if (sticks.current) setHasNew(false);
    if (hasOlder && view.scrollOffset < NEAR_START_PX) bringOlder();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list is there
  useLayoutEffect(toEnd, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: when another message is the last one
  useLayoutEffect(() => {
    if (shownLast.current === last?.id) return;
    shownLast.current = last?.id;
    if (sticks.current || last?.state === 'on its way') toEnd();
    else setHasNew(true);
  }, [last?.id]);

  useEffect(() => {
    shownFirst.current = first;
  }, [first]);

  return (
    <div className="relative min-h-0 grow">
      <div
        role="log"
        // Away from the end the list is read by its reader, and what scrolling brings in is no news.
        aria-live={isAtEnd ? 'polite' : 'off'}
        aria-label={`Messages with ${other}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what is focused
        tabIndex={0}
        className="-outline-offset-4 flex h-full flex-col overflow-y-auto overscroll-contain rounded-2xl py-2 [overflow-anchor:none]"
      >
        <div className="grow" />
        <Virtualizer
          ref={list}
          data={items}
          shift={shownFirst.current !== first}
          onScroll={look}
          onResize={() => sticks.current && toEnd()}
        >
          {(item) => <MessageBubble key={item.id} item={item} other={other} />}
        </Virtualizer>
      </div>
      {hasNew && <NewMessagesButton onClick={toEnd} />}
    </div>
  );
}
