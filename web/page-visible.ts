import { useSyncExternalStore } from 'react';

/** False while the page is behind another tab or the screen is locked. */
export function isPageVisible(): boolean {
  return document.visibilityState === 'visible';
}

/** The same; renders again when it changes. */
export function usePageVisible(): boolean {
  return useSyncExternalStore((changed) => {
    document.addEventListener('visibilitychange', changed);
    return () => document.removeEventListener('visibilitychange', changed);
  }, isPageVisible);
}
