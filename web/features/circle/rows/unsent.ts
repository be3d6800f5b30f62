import { createStore, useStore } from '#web/store.ts';

/** What a person has written to a friend and is not stored yet. */
export interface Unsent {
  /** Missing for a message that is on its way. */
  draft?: true;
  mine: true;
  text: string;
}

/** By the friend's uid. The code that knows it loads late (the chat's `watch-unsent.ts`), and puts it here. */
const unsent = createStore<ReadonlyMap<string, Unsent>>(new Map(), { isPersonal: true });

export function setUnsent(all: ReadonlyMap<string, Unsent>): void {
  unsent.set(all);
}

export function useUnsent(uid: string): Unsent | undefined {
  return useStore(unsent, (all) => all.get(uid));
}
