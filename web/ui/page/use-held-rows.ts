import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { isWide, scrollerOf } from './list-scroller.ts';

/** A row in sight, and how far below the window's top it is, in px. */
interface Held {
  row: Element;
  top: number;
}

/**
 * Keeps the rows in sight where they are when others go past them, as the row of a friend does who writes; when something comes above
 * the list; and when a turned tablet makes another element scroll it. At the top of the list, what is new comes into sight.
 */
export function useHeldRows(list: RefObject<HTMLElement | null>, entries: unknown, isInBox: boolean): void {
  const held = useRef<Held[]>([]);
  const scroller = () => (isInBox ? scrollerOf(list.current!) : document.documentElement);

  const note = useEffectEvent(() => {
    // While a tablet turns, the window is the new one already, and has lost the place.
    if (list.current && isWide() === isInBox) held.current = rowsInSight(list.current);
  });

  const keep = useEffectEvent(() => {
    // A filter takes most rows away: the list begins anew.
    if (!held.current.every(({ row }) => row.isConnected)) return;
    // One of the two may be the row that goes elsewhere.
    const moves = held.current.map(({ row, top }) => row.getBoundingClientRect().top - top);
    const [move = 0] = moves.sort((one, other) => Math.abs(one) - Math.abs(other));
    if (move !== 0) scroller().scrollBy(0, move);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows move with the entries
  useLayoutEffect(() => {
    // The browser's scroll anchoring loses its row when React moves it.
    const { style } = scroller();
    style.overflowAnchor = 'none';
    keep();
    const frame = requestAnimationFrame(() => style.removeProperty('overflow-anchor'));
    return () => {
      cancelAnimationFrame(frame);
      style.removeProperty('overflow-anchor');
    };
  }, [entries]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once a turn
  useLayoutEffect(() => {
    held.current[0]?.row.scrollIntoView({ block: 'center', behavior: 'instant' });
  }, [isInBox]);

  useEffect(() => note());

  useEffect(() => {
    const target = isInBox ? scrollerOf(list.current!) : window;
    const onScroll = () => note();
    target.addEventListener('scroll', onScroll);
    const sizes = new ResizeObserver(() => keep());
    // Other browsers do it themselves when something comes above, also while they scroll smoothly.
    if (!CSS.supports('overflow-anchor', 'auto'))
      sizes.observe(isInBox ? list.current!.closest('[data-scrolled]')! : document.body);
    return () => {
      target.removeEventListener('scroll', onScroll);
      sizes.disconnect();
    };
  }, [list, isInBox]);
}

/** The row in the middle of the window and the next one; none at the top of the list. */
function rowsInSight(list: HTMLElement): Held[] {
  const { left, top } = list.getBoundingClientRect();
  const middle = document.elementFromPoint(left + 1, window.innerHeight / 2)?.closest('[aria-posinset]');
  if (top >= 0 || !middle || !list.contains(middle)) return [];
  return [middle, middle.nextElementSibling ?? middle].map((row) => ({ row, top: row.getBoundingClientRect().top }));
}
