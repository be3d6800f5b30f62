import { keep, readKept } from '#web/storage.ts';
import { createStore, useStore } from '#web/store.ts';

/** Older ones belong to asks that nobody is shown any more. */
const MAX = 50;

const changes = createStore(0);

function read(me: string): string {
  return readKept(`asks:${me}`) ?? '[]';
}

/** Remembers on this device that `me` has closed a card of an ask that is over, or words. @param what for example `closed` and the ask's id */
export function dismiss(me: string, what: string): void {
  const others = (JSON.parse(read(me)) as string[]).filter((each) => each !== what);
  keep(`asks:${me}`, JSON.stringify([...others, what].slice(-MAX)));
  changes.set(changes.get() + 1);
}

/** @returns whether `me` has closed something on this device */
export function useDismissed(me: string): (what: string) => boolean {
  const all: string[] = JSON.parse(useStore(changes, () => read(me)));
  return (what) => all.includes(what);
}
