import { useApp } from '#web/app-context.tsx';
import { usePageVisible } from '#web/page-visible.ts';

/** The uid of the open chat while the page is visible; otherwise null. */
export function useVisibleChat(): string | null {
  const { appCurrentReciever } = useApp();
  return usePageVisible() ? appCurrentReciever : null;
}
