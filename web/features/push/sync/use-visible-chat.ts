import { useSyncExternalStore } from 'react';
import { useApp } from '#web/app-context.tsx';

/** The uid of the open chat while the page is visible; otherwise null. */
export function useVisibleChat(): string | null {
  const { appCurrentReciever } = useApp();
  const isVisible = useSyncExternalStore(
    (changed) => {
      document.addEventListener('visibilitychange', changed);
      return () => document.removeEventListener('visibilitychange', changed);
    },
    () => document.visibilityState === 'visible',
  );
  return isVisible ? appCurrentReciever : null;
}
