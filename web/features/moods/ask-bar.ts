import { createStore, useStore } from '#web/store.ts';

const hasBar = createStore(false);

/** Whether the bar about the person's ask is shown: then it says what a choice has set in motion, and nothing else repeats it. */
export function useHasAskBar(): boolean {
  return useStore(hasBar);
}

export function setHasAskBar(now: boolean): void {
  hasBar.set(now);
}
