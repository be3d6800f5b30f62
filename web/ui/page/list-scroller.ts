/** What scrolls a list beside a chat: the element around it on wide screens, otherwise the window. */
import { useSyncExternalStore } from 'react';

/** As Tailwind's `lg`. */
const wide = () => window.matchMedia('(min-width: 64rem)');

export function isWide(): boolean {
  return wide().matches;
}

export function useIsWide(): boolean {
  return useSyncExternalStore(onWidth, isWide);
}

/** The element that scrolls a list on wide screens. Its one child is marked with `data-scrolled`. */
export function scrollerOf(list: Element): HTMLElement {
  return list.closest('[data-scrolled]')!.parentElement!;
}

function onWidth(changed: () => void) {
  const query = wide();
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}
