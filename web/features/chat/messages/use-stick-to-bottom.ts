import { type RefObject, useRef } from 'react';

const AT_BOTTOM_PX = 48;
/** Scrolling this soon after a change of the box's size comes from the layout, unless the person used an input. */
const SETTLING_MS = 300;

/**
 * Keeps a scrolling list at its bottom until the person scrolls away: through messages that turn out taller than estimated,
 * turned phones and on-screen keyboards. It sets `scrollTop` itself, because the virtual list's `scrollToIndex` continues for
 * a while and works against the person's scrolling.
 * @param openingPlace gets the `scrollTop` at which the list opens; null for its bottom
 */
export function useStickToBottom(box: RefObject<HTMLElement | null>, openingPlace: () => number | null) {
  const isAtBottom = useRef(true);
  const isOpening = useRef(false);
  const size = useRef('');
  const resizedAt = useRef(Number.NEGATIVE_INFINITY);

  const currentSize = () => `${box.current?.clientWidth} ${box.current?.clientHeight}`;

  function isSettling(): boolean {
    const now = currentSize();
    if (now !== size.current) resizedAt.current = performance.now();
    size.current = now;
    return performance.now() - resizedAt.current < SETTLING_MS;
  }

  function isNear(): boolean {
    const { scrollHeight, clientHeight, scrollTop } = box.current!;
    return scrollHeight - clientHeight - scrollTop < AT_BOTTOM_PX;
  }

  function scrollToBottom(): void {
    isOpening.current = false;
    isAtBottom.current = true;
    box.current!.scrollTop = box.current!.scrollHeight;
  }

  /** Scrolls to `openingPlace`. Stays there until the person scrolls, the box changes its size, or the list goes to its bottom. */
  function scrollToOpening(): void {
    const place = openingPlace();
    if (place === null) scrollToBottom();
    else {
      isOpening.current = true;
      box.current!.scrollTop = place;
      isAtBottom.current = isNear();
    }
  }

  return {
    /** Call after every scroll. */
    onScroll() {
      const isThere = isNear();
      if (isThere || !isSettling()) isAtBottom.current = isThere;
    },
    /** Call after every change of size. Scrolls to where the list opened, or to the bottom if the list was there. */
    onResize() {
      const before = size.current;
      isSettling();
      // The box itself has another height: a keyboard opens, and the person wants to see what they answer.
      if (before !== '' && before !== size.current) isOpening.current = false;
      if (isOpening.current) scrollToOpening();
      else if (isAtBottom.current) scrollToBottom();
    },
    /** Call on wheel, touch, pointer and key events: the scrolling that follows is the person's. */
    onUserInput() {
      isOpening.current = false;
      size.current = currentSize();
      resizedAt.current = Number.NEGATIVE_INFINITY;
    },
    scrollToBottom,
    scrollToOpening,
    isAtBottom: () => isAtBottom.current,
    /** Whether it stays where it opened. Until then heights are estimates, so its bottom may turn out to be out of sight. */
    isOpening: () => isOpening.current,
  };
}
