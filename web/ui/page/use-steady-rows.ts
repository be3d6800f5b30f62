import type { Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef } from 'react';

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
