import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';
import type { ConnectionEntry } from '#contract/views.ts';
import { useToday } from '#web/dates/use-today.ts';
import { firstName } from '#web/features/circle/index.ts';
import { ChatSkeleton } from '../chat-skeleton.tsx';
import { useConversation } from '../conversation/conversation.ts';
import { useMarkRead } from '../conversation/use-mark-read.ts';
import { useOutgoing } from '../sending/outgoing-queue.ts';
import { MessageBubble } from './message-bubble.tsx';
import { NewMessagesButton } from './new-messages-button.tsx';
import { type TimelineItem, timeline } from './timeline.ts';
import { useMessageParts } from './use-message-parts.ts';
import { useStickToBottom } from './use-stick-to-bottom.ts';

/** Scrolling closer to the start than this fetches older messages. */
const NEAR_START_PX = 600;

const NOT_FETCHED = { messages: [], before: null, fetchedThrough: 0 };

/** The messages of one chat; fetches them, and marks them read. */
export function MessageList({ me, entry }: { me: string; entry: ConnectionEntry }) {
  const [conversation, fetchOlder] = useConversation(entry.uid);
  const outgoing = useOutgoing(me, entry.uid);
  const today = useToday().toDateString();
  const items = useMemo(
    () => timeline(conversation ?? NOT_FETCHED, outgoing, me, new Date(today)),
    [conversation, outgoing, me, today],
  );
  useMarkRead(me, entry, conversation);
  return (
    <>
      {conversation === undefined && <ChatSkeleton />}
      {(conversation !== undefined || items.length > 0) && (
        <ScrollingList
          me={me}
          uid={entry.uid}
          items={items}
          other={firstName(entry)}
          hasOlder={conversation !== undefined && conversation.before !== null}
          fetchOlder={fetchOlder}
        />
      )}
    </>
  );
}

interface ScrollingListProps {
  me: string;
  /** The other person's. */
  uid: string;
  items: TimelineItem[];
  /** The first name of the other person. */
  other: string;
  hasOlder: boolean;
  fetchOlder: () => void;
}

/**
 * Sticks to the bottom while it is there, and otherwise keeps its place. Only visible messages are in the document, so that
 * a long conversation opens as fast as a short one.
 */
function ScrollingList({ me, uid, items, other, hasOlder, fetchOlder }: ScrollingListProps) {
  const box = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const parts = useMessageParts();
  const bottom = useStickToBottom(box);
  const [isAtBottom, setAtBottom] = useState(true);
  const [hasNew, setHasNew] = useState(false);
  const first = items[0]?.id;
  const last = items.at(-1);
  const shownFirst = useRef(first);
  const shownLast = useRef(last?.id);

  function onScroll() {
    const isThere = bottom.onScroll();
    setAtBottom(isThere);
    if (isThere) setHasNew(false);
    if (hasOlder && box.current!.scrollTop < NEAR_START_PX) fetchOlder();
  }

  function onResize() {
    bottom.onResize();
    // A list that does not fill its box cannot scroll, so `onScroll` would never fetch older messages.
    const { scrollHeight, clientHeight } = box.current!;
    if (hasOlder && scrollHeight <= clientHeight) fetchOlder();
  }

  function onKeyDown(event: KeyboardEvent) {
    bottom.onUserInput();
    // The browser scrolls to where the bottom was, but messages on the way there turn out taller than estimated.
    if (event.key === 'End') bottom.scrollToBottom();
  }

  useLayoutEffect(bottom.scrollToBottom, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another message is the last one
  useLayoutEffect(() => {
    if (shownLast.current === last?.id) return;
    shownLast.current = last?.id;
    if (bottom.isAtBottom() || last?.state === 'on its way') bottom.scrollToBottom();
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
        // Away from the bottom, screen readers would announce the old messages that scrolling brings in.
        aria-live={isAtBottom ? 'polite' : 'off'}
        aria-label={`Messages with ${other}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the focused element
        tabIndex={0}
        onWheel={bottom.onUserInput}
        onTouchMove={bottom.onUserInput}
        onPointerDown={bottom.onUserInput}
        onKeyDown={onKeyDown}
        className="-outline-offset-4 flex h-full flex-col overflow-y-auto overscroll-contain rounded-2xl py-2 [overflow-anchor:none]"
      >
        <div className="grow" />
        <Virtualizer
          ref={list}
          data={items}
          shift={shownFirst.current !== first}
          onScroll={onScroll}
          onResize={onResize}
        >
          {(item) => <MessageBubble key={item.id} item={item} other={other} parts={parts} />}
        </Virtualizer>
      </div>
      {parts && (
        <parts.MessageActions {...{ me, uid, other, items, box, list }} fetchOlder={hasOlder ? fetchOlder : null} />
      )}
      {hasNew && <NewMessagesButton onClick={bottom.scrollToBottom} />}
    </div>
  );
}
