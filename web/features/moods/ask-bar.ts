import { createStore, useStore } from '#web/store.ts';

const hasAsk = createStore(false);

/** Whether a bar or card about the person's ask is shown: then it says what a choice has set in motion, and nothing else repeats it. */
export function useHasAsk(): boolean {
  return useStore(hasAsk);
}

export function setHasAsk(now: boolean): void {
  hasAsk.set(now);
}
