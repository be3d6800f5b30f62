import { useSyncExternalStore } from 'react';

let underWay = 0;
const listeners = new Set<() => void>();

function change(by: 1 | -1) {
  underWay += by;
  // Loading begins while a screen is being rendered, when nothing may be told.
  queueMicrotask(() => {
    for (const listener of listeners) listener();
  });
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Lets the frame know while a screen's code is on its way. */
export async function noteLoading<Screen>(loading: Promise<Screen>): Promise<Screen> {
  change(1);
  try {
    return await loading;
  } finally {
    change(-1);
  }
}

/** Whether a screen's code is on its way: until it is here the screen before stays, so something else must tell. */
export function useIsScreenLoading(): boolean {
  return useSyncExternalStore(subscribe, () => underWay > 0);
}
