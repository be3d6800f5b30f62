import type { Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef } from 'react';

interface SteadyRows<Entry> {
  entries: Entry[];
  keyOf: (entry: Entry) => string;
}

/**
 * Keeps the rows in sight where they are when others go past them, as the row of a friend does who writes: nothing moves under a
 * finger. At the top of the list, what is new comes into sight. The browser sees to what appears above the list.
 */
export function useSteadyRows<Entry>(
  virtualizer: Virtualizer<HTMLElement, HTMLLIElement>,
  { entries, keyOf }: SteadyRows<Entry>,
) {
  const items = virtualizer.getVirtualItems();
  const margin = virtualizer.options.scrollMargin;
  const before = useRef({ entries, items, margin });
  useLayoutEffect(() => {
    const last = before.current;
    before.current = { entries, items, margin };
    const { scrollOffset, scrollRect, isScrolling, measurementsCache } = virtualizer;
    if (entries === last.entries || !scrollRect || scrollOffset === null || scrollOffset <= margin || isScrolling)
      return;
    const end = scrollOffset + scrollRect.height;
    const inSight = last.items.filter((row) => row.end > scrollOffset && row.start < end);
    const moves = inSight
      .map((row) => [row, measurementsCache[entries.findIndex((entry) => keyOf(entry) === row.key)]] as const)
      .flatMap(([row, now]) => (now ? now.start - margin - (row.start - last.margin) : []))
      .sort((one, other) => one - other);
    // A filter takes most of them away: the list begins anew.
    if (moves.length <= inSight.length / 2) return;
    // Most move alike; one of them may be the one that goes elsewhere.
    const move = moves[Math.floor(moves.length / 2)]!;
    if (move !== 0) virtualizer.scrollBy(move);
  });
}
