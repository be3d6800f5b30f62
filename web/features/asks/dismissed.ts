import { useApp } from '#web/app-context.tsx';
import { keep, readKept } from '#web/storage.ts';
import { createStore, useStore } from '#web/store.ts';

/** Older ones belong to asks that nobody is shown any more. */
const MAX = 50;

const changes = createStore(0);

/** What the person has closed on this device: cards of asks that are over, and words; for example `closed` and the ask's id. */
export function useDismissed(): { isDismissed: (what: string) => boolean; dismiss: (what: string) => void } {
  const key = `asks:${useApp().appUser?.uid}`;
  const read = () => readKept(key) ?? '[]';
  const all: string[] = JSON.parse(useStore(changes, read));

  function dismiss(what: string) {
    const others = (JSON.parse(read()) as string[]).filter((each) => each !== what);
    keep(key, JSON.stringify([...others, what].slice(-MAX)));
    changes.set(changes.get() + 1);
  }

  return { isDismissed: (what) => all.includes(what), dismiss };
}
