import { type RefObject, useLayoutEffect, useRef } from 'react';
import { scrollerOf } from './list-scroller.ts';

/** Where a person is in a list. */
interface Place {
  /** Where what scrolls the list stands, in px. */
  offset: number;
  /** The key of the row that has the focus, and which of its controls. */
  key: string | null;
  control: number;
}

const CONTROLS = 'a, button';

export function placeOf(list: HTMLElement | null, isInBox: boolean): Place {
  const offset = isInBox ? (list ? scrollerOf(list).scrollTop : 0) : window.scrollY;
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
