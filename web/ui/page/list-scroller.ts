/** What scrolls a list beside a chat: the element around it on wide screens, otherwise the window. */
import { useCallback, useSyncExternalStore } from 'react';

/** As Tailwind's `lg`. */
const WIDE = '(min-width: 64rem)';
/** As `lg` without `tiny` (`styles.css`). */
const SCROLLS_ITSELF = '(min-width: 64rem) and (min-height: 25.01rem)';

/** Whether a list stands beside the chat. */
export function useIsWide(): boolean {
  return useMedia(WIDE);
}

/** Whether an element around the list scrolls it, rather than the window. */
export function useScrollsItself(): boolean {
  return useMedia(SCROLLS_ITSELF);
}

/** The element that scrolls a list. Its one child is marked with `data-scrolled`. */
export function scrollerOf(list: Element): HTMLElement {
  return list.closest('[data-scrolled]')!.parentElement!;
}

function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
