import { createStore, useStore } from '#web/store.ts';

/** What a person has written to a friend and is not stored yet. */
export interface Unsent {
  /** Missing for a message that is on its way. */
  draft?: true;
  mine: true;
  /** Its first words, on one line. */
  text: string;
}

/**
 * By the uid of the friend. Lists show it in place of the last message. The code that knows it loads late (the chat's
 * `watch-unsent.ts`), and puts it here.
 */
const unsent = createStore<ReadonlyMap<string, Unsent>>(new Map(), { isPersonal: true });

export function setUnsent(all: ReadonlyMap<string, Unsent>): void {
  unsent.set(all);
}

/** What is unsent to this friend; renders again when it changes. */
export function useUnsent(uid: string): Unsent | undefined {
  return useStore(unsent, (all) => all.get(uid));
}
