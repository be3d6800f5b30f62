/** What a person has closed for themselves on this device: cards of asks that are over, and words that are read. */
import { useSyncExternalStore } from 'react';
import { Listeners } from '#web/listeners.ts';

/** Older ones belong to asks that nobody is shown any more. */
const MAX = 50;

const listeners = new Listeners<void>();
let unstored: readonly string[] = [];

const keyOf = (me: string) => `asks:${me}`;

function read(me: string): readonly string[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(me)) ?? '[]');
  } catch {
    return unstored;
  }
}

/** Remembers that `me` has closed something. @param what for example `closed` and the ask's id */
export function dismiss(me: string, what: string): void {
  unstored = [...read(me).filter((each) => each !== what), what].slice(-MAX);
  try {
    localStorage.setItem(keyOf(me), JSON.stringify(unstored));
  } catch (error) {
    console.info('It could not be stored that this was closed.', error);
  }
  listeners.notify();
}

/** @returns whether `me` has closed something on this device */
export function useDismissed(me: string): (what: string) => boolean {
  const all = useSyncExternalStore(subscribe, () => read(me).join('\n'));
  return (what) => all.split('\n').includes(what);
}

function subscribe(changed: () => void) {
  return listeners.add(changed);
}
