import { PendingWork } from '#web/pending-work.ts';
import { useStore } from '#web/store.ts';

const loading = new PendingWork();

/** Counts this screen as loading until its code has arrived or failed. */
export function trackLoading<Screen>(screen: Promise<Screen>): Promise<Screen> {
  return loading.track(screen);
}

/** Whether a screen's code is loading. React keeps the previous screen meanwhile, so the header shows the loading line. */
export function useIsScreenLoading(): boolean {
  return useStore(loading.count, (count) => count > 0);
}
