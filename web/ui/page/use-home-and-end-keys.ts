import type { Virtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect } from 'react';
import { scrollerOf } from './list-scroller.ts';

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
