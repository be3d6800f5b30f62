import { type RefObject, useRef } from 'react';

/** Closer to the end than this counts as being there. */
const AT_END_PX = 48;
/** For so long after the list's box changed its size, scrolling is the layout's doing, unless a hand is at it. */
const SETTLING_MS = 300;

interface StaysAtEnd {
  /** To be called after every scroll: whether the list is at its end. */
  scrolled: () => boolean;
  /** To be called after every change of size: keeps a list that is at its end there. */
  resized: () => void;
  /** To be called when a person's hand is at the list: the scrolling that follows is theirs. */
  handled: () => void;
  toEnd: () => void;
  isAtEnd: () => boolean;
}

/**
 * Keeps a scrolling list at its end, through messages that turn out higher, turned phones and rising keyboards, until it
 * is scrolled away. It scrolls the box itself: the virtual list's own way to an item goes on for a while, whatever a hand
 * does meanwhile.
 */
export function useStickToBottom(box: RefObject<HTMLElement | null>): StaysAtEnd {
  const isAtEnd = useRef(true);
  const size = useRef('');
  const resizedAt = useRef(Number.NEGATIVE_INFINITY);

  const sizeNow = () => `${box.current?.clientWidth} ${box.current?.clientHeight}`;

  function isSettling(): boolean {
    const now = sizeNow();
    if (now !== size.current) resizedAt.current = performance.now();
    size.current = now;
    return performance.now() - resizedAt.current < SETTLING_MS;
  }

  function toEnd(): void {
    isAtEnd.current = true;
    box.current!.scrollTop = box.current!.scrollHeight;
  }

  return {
    scrolled() {
      const { scrollHeight, clientHeight, scrollTop } = box.current!;
      const isNear = scrollHeight - clientHeight - scrollTop < AT_END_PX;
      if (isNear || !isSettling()) isAtEnd.current = isNear;
      return isAtEnd.current;
    },
    resized() {
      isSettling();
      if (isAtEnd.current) toEnd();
    },
    handled() {
      size.current = sizeNow();
      resizedAt.current = Number.NEGATIVE_INFINITY;
    },
    toEnd,
    isAtEnd: () => isAtEnd.current,
  };
}
