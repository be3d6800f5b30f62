import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import * as t from '#language';
import { isPageVisible } from '#web/page-visible.ts';
import { useLateChatParts } from '../use-late-chat-parts.ts';
import { MessageBubble } from './message-bubble.tsx';
import type { TimelineItem } from './timeline.ts';
import { useStickToBottom } from './use-stick-to-bottom.ts';

/** Scrolling closer to the start than this fetches older messages. */
const NEAR_START_PX = 600;
/** How much of what was read before is in sight above the line 'New messages'. */
const ABOVE_LINE_PX = 40;

interface ScrollingListProps {
  me: string;
  uid: string;
  items: TimelineItem[];
  /** The seq of the first new message, at which the list opens; null opens it at its bottom. */
  firstNew: number | null;
  other: string;
  /** Null when there are no older messages. */
  fetchOlder: (() => void) | null;
  /** The composer's input. The button to the newest message vanishes, so it gives the focus there. */
  input: RefObject<HTMLElement | null>;
}

/** Sticks to the bottom while it is there, and otherwise keeps its place. Only visible messages are in the document. */
export function ScrollingList(props: ScrollingListProps) {
  const { me, uid, items, firstNew, other, fetchOlder, input } = props;
  const late = useLateChatParts();
  const box = useRef<HTMLDivElement>(null);
  const virtualizer = useRef<VirtualizerHandle>(null);
  const bottom = useStickToBottom(box, () => {
    const line = items.findIndex(({ isFirstNew }) => isFirstNew);
    return line < 0 ? null : virtualizer.current!.getItemOffset(line) - ABOVE_LINE_PX;
  });
  const [isAtBottom, setAtBottom] = useState(true);
  const last = items.at(-1);
  const newest = items.findLast(({ seq }) => seq !== null)?.seq ?? 0;
  /** The newest seq when the list was last at its bottom. */
  const [seen, setSeen] = useState(firstNew === null ? newest : firstNew - 1);
  const first = items[0]?.id;
  const shownFirst = useRef(first);
  const shownLast = useRef(last?.id);

  function look() {
    const isThere = bottom.isAtBottom();
    setAtBottom(isThere);
    if (isThere && isPageVisible() && !bottom.isOpening()) setSeen(newest);
  }

  function onUserInput() {
    bottom.onUserInput();
    look();
  }

  function onScroll() {
    bottom.onScroll();
    look();
    if (box.current!.scrollTop < NEAR_START_PX) fetchOlder?.();
  }

  function onResize() {
    bottom.onResize();
    look();
    // A list that does not fill its box cannot scroll, so `onScroll` would never fetch older messages.
    const { scrollHeight, clientHeight } = box.current!;
    if (scrollHeight <= clientHeight) fetchOlder?.();
  }

  function onKeyDown(event: KeyboardEvent) {
    onUserInput();
    // The browser scrolls to where the bottom was, but messages on the way there turn out taller than estimated.
    if (event.key === 'End') bottom.scrollToBottom();
  }

  function goToNewest() {
    bottom.scrollToBottom();
    input.current?.focus();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the chat opens, and when new messages begin
  useLayoutEffect(() => {
    if (!bottom.isAtBottom()) return;
    if (firstNew !== null) setSeen(firstNew - 1);
    bottom.scrollToOpening();
  }, [firstNew]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another message is the last one
  useLayoutEffect(() => {
    if (shownLast.current === last?.id) return;
    shownLast.current = last?.id;
    if (last?.state === 'on its way') bottom.scrollToBottom();
    else if (bottom.isAtBottom() && isPageVisible()) bottom.scrollToBottom();
    // The page is hidden: its person returns to the first new message.
    else if (bottom.isAtBottom()) bottom.scrollToOpening();
  }, [last?.id]);

  useEffect(() => {
    shownFirst.current = first;
  }, [first]);

  return (
    <div className="relative min-h-0 grow short:min-h-[55dvh]">
      <div
        ref={box}
        role="log"
        // Away from the bottom, screen readers would announce the old messages that scrolling brings in.
        aria-live={isAtBottom ? 'polite' : 'off'}
        aria-label={t.messagesWith({ name: other })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the focused element
        tabIndex={0}
        onWheel={onUserInput}
        onTouchMove={onUserInput}
        onPointerDown={onUserInput}
        onKeyDown={onKeyDown}
        className="-outline-offset-4 absolute inset-0 flex flex-col overflow-y-auto overscroll-contain short:overscroll-auto rounded-2xl py-2 [overflow-anchor:none]"
      >
        <div className="grow" />
        <Virtualizer
          ref={virtualizer}
          data={items}
          shift={shownFirst.current !== first}
          onScroll={onScroll}
          onResize={onResize}
        >
          {(item) => <MessageBubble key={item.id} item={item} other={other} late={late} />}
        </Virtualizer>
      </div>
      {late && <late.MessageActions {...{ me, uid, other, items, box, fetchOlder }} list={virtualizer} />}
      {late && !isAtBottom && (
        <late.NewestButton
          count={items.filter(({ seq, isMine }) => !isMine && seq !== null && seq > seen).length}
          onClick={goToNewest}
        />
      )}
    </div>
  );
}
