import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { isWide, scrollerOf } from './list-scroller.ts';

/** Where a person is in a list. */
interface Place {
  /** Where what scrolls the list stands, in px. */
  offset: number;
  /** The key of the row that has the focus, and which of its controls. */
  key: string | null;
  control: number;
}

const CONTROLS = 'a, button';

/** @param boxOffset where a list in a box begins that replaces none, in px */
export function placeOf(list: HTMLElement | null, isInBox: boolean, boxOffset: number): Place {
  const offset = isInBox ? (list ? scrollerOf(list).scrollTop : boxOffset) : window.scrollY;
  const focused = document.activeElement;
  const row = list?.contains(focused) ? focused!.closest<HTMLElement>('[data-key]') : null;
  if (!row) return { offset, key: null, control: 0 };
  return { offset, key: row.dataset.key!, control: [...row.querySelectorAll(CONTROLS)].indexOf(focused!) };
}

/** Gives the focus to the control that had it in the list before. */
export function useFocusOf({ key, control }: Place, list: RefObject<HTMLElement | null>) {
  const isDone = useRef(key === null);
  // The rows come with the second rendering.
  useLayoutEffect(() => {
    const row = !isDone.current && list.current!.querySelector(`[data-key="${key}"]`);
    if (!row) return;
    isDone.current = true;
    row.querySelectorAll<HTMLElement>(CONTROLS)[control]?.focus({ preventScroll: true });
  });
}

/** Keeps the row in the middle where it is when a turned tablet makes another element scroll the list. */
export function useTurns(
  virtualizer: Virtualizer<HTMLElement, HTMLLIElement>,
  list: RefObject<HTMLElement | null>,
  isInBox: boolean,
) {
  const before = useRef<{ isInBox: boolean; middle?: string | undefined }>({ isInBox });
  useLayoutEffect(() => {
    // While the tablet turns, the window is the new one already, and has lost the place.
    if (isWide() !== isInBox) return;
    const { scrollOffset, scrollRect } = virtualizer;
    const { middle } = before.current;
    if (before.current.isInBox !== isInBox && middle) {
      // The row itself: what is known of the rows' heights is still of the other width.
      list.current!.querySelector(`[data-key="${middle}"]`)?.scrollIntoView({ block: 'center', behavior: 'instant' });
      before.current = { isInBox, middle };
    } else {
      const place = (scrollOffset ?? 0) + (scrollRect?.height ?? 0) / 2;
      const row = virtualizer.getVirtualItems().find(({ end }) => end > place);
      before.current = { isInBox, middle: row && String(row.key) };
    }
  });
}
