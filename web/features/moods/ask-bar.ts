/** Whether the bar about the person's ask is shown: then it says what a choice has set in motion, and nothing else repeats it. */
import { useSyncExternalStore } from 'react';
import { Listeners } from '#web/listeners.ts';

let hasBar = false;
const listeners = new Listeners<void>();

export function setHasAskBar(now: boolean): void {
  if (hasBar === now) return;
  hasBar = now;
  listeners.notify();
}

export function useHasAskBar(): boolean {
  return useSyncExternalStore(subscribe, () => hasBar);
}

function subscribe(changed: () => void) {
  return listeners.add(changed);
}
