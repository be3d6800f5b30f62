import { type RefObject, useRef } from 'react';

/** Closer to the bottom than this counts as being there. */
const AT_BOTTOM_PX = 48;
/** Scrolling this soon after a change of the box's size comes from the layout, unless the person used an input. */
const SETTLING_MS = 300;

interface StickToBottom {
  /** Call after every scroll. Returns whether the list is at its bottom. */
  onScroll: () => boolean;
  /** Call after every change of size. Scrolls to the bottom if the list was there. */
  onResize: () => void;
  /** Call on wheel, touch, pointer and key events: the scrolling that follows is the person's. */
  onUserInput: () => void;
  scrollToBottom: () => void;
  isAtBottom: () => boolean;
}

/**
 * Keeps a scrolling list at its bottom until the person scrolls away: through messages that turn out taller than estimated,
 * turned phones and on-screen keyboards. It sets `scrollTop` itself, because the virtual list's `scrollToIndex` continues for
 * a while and works against the person's scrolling.
 */
export function useStickToBottom(box: RefObject<HTMLElement | null>): StickToBottom {
  const isAtBottom = useRef(true);
  const size = useRef('');
  const resizedAt = useRef(Number.NEGATIVE_INFINITY);

  const currentSize = () => `${box.current?.clientWidth} ${box.current?.clientHeight}`;

  function isSettling(): boolean {
    const now = currentSize();
    if (now !== size.current) resizedAt.current = performance.now();
    size.current = now;
    return performance.now() - resizedAt.current < SETTLING_MS;
  }

  function scrollToBottom(): void {
    isAtBottom.current = true;
    box.current!.scrollTop = box.current!.scrollHeight;
  }

  return {
    onScroll() {
      const { scrollHeight, clientHeight, scrollTop } = box.current!;
      const isNear = scrollHeight - clientHeight - scrollTop < AT_BOTTOM_PX;
      if (isNear || !isSettling()) isAtBottom.current = isNear;
      return isAtBottom.current;
    },
    onResize() {
      isSettling();
      if (isAtBottom.current) scrollToBottom();
    },
    onUserInput() {
      size.current = currentSize();
      resizedAt.current = Number.NEGATIVE_INFINITY;
    },
    scrollToBottom,
    isAtBottom: () => isAtBottom.current,
  };
}
