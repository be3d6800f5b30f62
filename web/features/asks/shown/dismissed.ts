import { createStore, useStore } from '#web/store.ts';

/** Older ones belong to asks that nobody is shown any more. */
const MAX = 50;

/**
 * What a person has closed for themselves on this device: cards of asks that are over, and words that are read. The browser's storage
 * keeps it; where that is forbidden, it is kept here.
 */
const unstored = createStore<readonly string[]>([], { isPersonal: true });

const keyOf = (me: string) => `asks:${me}`;

function read(me: string): readonly string[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(me)) ?? '[]');
  } catch {
    return unstored.get();
  }
}

/** Remembers that `me` has closed something. @param what for example `closed` and the ask's id */
export function dismiss(me: string, what: string): void {
  const all = [...read(me).filter((each) => each !== what), what].slice(-MAX);
  try {
    localStorage.setItem(keyOf(me), JSON.stringify(all));
  } catch (error) {
    console.info('It could not be stored that this was closed.', error);
  }
  unstored.set(all);
}

/** @returns whether `me` has closed something on this device */
export function useDismissed(me: string): (what: string) => boolean {
  const all = useStore(unstored, () => read(me).join('\n'));
  return (what) => all.split('\n').includes(what);
}
