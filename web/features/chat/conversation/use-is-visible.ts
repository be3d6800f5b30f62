import { useSyncExternalStore } from 'react';

/** False while the page is behind another tab or the screen is locked. */
export function useIsVisible(): boolean {
  return useSyncExternalStore((changed) => {
    document.addEventListener('visibilitychange', changed);
    return () => document.removeEventListener('visibilitychange', changed);
  }, isVisible);
}

export function isVisible(): boolean {
  return document.visibilityState === 'visible';
}
