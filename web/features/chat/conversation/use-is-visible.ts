import { useSyncExternalStore } from 'react';

/** Whether this page is being shown, not behind another tab or a locked screen. */
export function useIsVisible(): boolean {
  return useSyncExternalStore(
    (changed) => {
      document.addEventListener('visibilitychange', changed);
      return () => document.removeEventListener('visibilitychange', changed);
    },
    () => document.visibilityState === 'visible',
  );
}
