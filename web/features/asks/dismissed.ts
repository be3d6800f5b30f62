import { useApp } from '#web/app-context.tsx';
import { keep, keptChanges, readKept } from '#web/storage.ts';
import { useStore } from '#web/store.ts';

/** Older ones belong to asks that nobody is shown any more. */
const MAX = 50;

/** What the person has closed on this device: cards of asks that are over, and words; for example `closed` and the ask's id. */
export function useDismissed(): { isDismissed: (what: string) => boolean; dismiss: (what: string) => void } {
  const key = `asks:${useApp().appUser?.uid}`;
  const all: string[] = JSON.parse(useStore(keptChanges, () => readKept(key)) ?? '[]');
  return {
    isDismissed: (what) => all.includes(what),
    dismiss: (what) => keep(key, JSON.stringify([...all.filter((each) => each !== what), what].slice(-MAX))),
  };
}
