import { useSyncExternalStore } from 'react';
import { Listeners } from '#web/listeners.ts';

let loadingCount = 0;
const listeners = new Listeners<void>();

function change(by: 1 | -1) {
  loadingCount += by;
  // Loading starts during a render, when React allows no other component to update.
  queueMicrotask(() => listeners.notify());
}

function subscribe(listener: () => void) {
  return listeners.add(listener);
}

/** Counts this screen as loading until its code has arrived or failed. */
export async function trackLoading<Screen>(loading: Promise<Screen>): Promise<Screen> {
  change(1);
  try {
    return await loading;
  } finally {
    change(-1);
  }
}

/** Whether a screen's code is loading. React keeps the previous screen meanwhile, so the header shows the loading line. */
export function useIsScreenLoading(): boolean {
  return useSyncExternalStore(subscribe, () => loadingCount > 0);
}
