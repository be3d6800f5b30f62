import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect } from 'react';
import { scrollerOf } from './list-scroller.ts';

/** The End key goes to the end, also when rows on the way turn out higher than estimated. */
export function useEndKey(
  virtualizer: Virtualizer<HTMLElement, HTMLLIElement>,
  list: RefObject<HTMLElement | null>,
  isInBox: boolean,
) {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const target = event.target as Element;
      if (event.key !== 'End' || event.ctrlKey || event.shiftKey || event.altKey || event.metaKey) return;
      if (target.closest('input, textarea, select, dialog')) return;
      if (isInBox && !scrollerOf(list.current!).contains(target)) return;
      event.preventDefault();
      virtualizer.scrollToEnd();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [virtualizer, list, isInBox]);
}
