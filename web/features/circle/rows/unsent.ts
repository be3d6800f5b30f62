/**
 * What a person has written to friends and is not stored yet. Lists show it in place of the last message. The code that knows it
 * loads late (the chat's `watch-unsent.ts`), and puts it here.
 */
import { useSyncExternalStore } from 'react';
import { Listeners } from '#web/listeners.ts';

export interface Unsent {
  /** Missing for a message that is on its way. */
  draft?: true;
  mine: true;
  /** Its first words, on one line. */
  text: string;
}

let current: ReadonlyMap<string, Unsent> = new Map();
const listeners = new Listeners<void>();
const subscribe = (changed: () => void) => listeners.add(changed);

/** @param unsent by the uid of the friend */
export function setUnsent(unsent: ReadonlyMap<string, Unsent>): void {
  current = unsent;
  listeners.notify();
}

/** What is unsent to this friend; renders again when it changes. */
export function useUnsent(uid: string): Unsent | undefined {
  return useSyncExternalStore(subscribe, () => current.get(uid));
}
