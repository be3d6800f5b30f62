import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { isWide, scrollerOf } from './list-scroller.ts';

interface Place {
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

interface SteadyRows<Entry> {
  entries: Entry[];
  keyOf: (entry: Entry) => string;
}

const never = () => false;

/**
 * Keeps the rows in sight where they are when others go past them, as the row of a friend does who writes, and when something comes
 * above the list: nothing moves under a finger. At the top of the list, what is new comes into sight. Most browsers do it
 * themselves, by scroll anchoring; Safari does not.
 */
export function useSteadyRows<Entry>(
  virtualizer: Virtualizer<HTMLElement, HTMLLIElement>,
  { entries, keyOf }: SteadyRows<Entry>,
) {
  const isAnchored = CSS.supports('overflow-anchor', 'auto');
  // Otherwise both would correct the place.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = isAnchored ? never : undefined;
  const items = virtualizer.getVirtualItems();
  const margin = virtualizer.options.scrollMargin;
  const before = useRef({ entries, items, margin });
  useLayoutEffect(() => {
    const last = before.current;
    before.current = { entries, items, margin };
    if (isAnchored || (entries === last.entries && margin === last.margin)) return;
    const { scrollOffset, scrollRect, isScrolling, measurementsCache } = virtualizer;
    if (!scrollRect || scrollOffset === null || scrollOffset <= last.margin || isScrolling) return;
    const end = scrollOffset + scrollRect.height;
    const inSight = last.items.filter((row) => row.end > scrollOffset && row.start < end);
    const moves = inSight
      .map((row) => [row, measurementsCache[entries.findIndex((entry) => keyOf(entry) === row.key)]] as const)
      .flatMap(([row, now]) => (now ? now.start - row.start : []))
      .sort((one, other) => one - other);
    // A filter takes most of them away: the list begins anew.
    if (moves.length <= inSight.length / 2) return;
    // Most move alike; one of them may be the one that goes elsewhere.
    const move = moves[Math.floor(moves.length / 2)]!;
    if (move === 0) return;
    // Written at once, and known at once: rows that are measured in the same frame correct the place from there.
    virtualizer.scrollOffset = scrollOffset + move;
    virtualizer.options.scrollToFn(virtualizer.scrollOffset, {}, virtualizer);
  });
}

/** The Home and End keys go to the ends, also when rows on the way turn out higher than estimated. */
export function useHomeAndEndKeys(
  virtualizer: Virtualizer<HTMLElement, HTMLLIElement>,
  list: RefObject<HTMLElement | null>,
  isInBox: boolean,
) {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const target = event.target as Element;
      if (event.ctrlKey || event.shiftKey || event.altKey || event.metaKey) return;
      if (event.key !== 'End' && event.key !== 'Home') return;
      if (target.closest('input, textarea, select, dialog')) return;
      if (isInBox && !scrollerOf(list.current!).contains(target)) return;
      event.preventDefault();
      if (event.key === 'End') virtualizer.scrollToEnd();
      else virtualizer.scrollToOffset(0);
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [virtualizer, list, isInBox]);
}
