import { useEffect } from 'react';
import { createStore, useStore } from '#web/store.ts';

/** Whose asks this screen shows as cards, so that a banner does not say the same again. */
const shown = createStore<ReadonlySet<string>>(new Set());

/** Says that a card of this friend's ask is shown while the component is mounted. */
export function useShowsCardOf(uid: string): void {
  useEffect(() => {
    shown.set(new Set([...shown.get(), uid]));
    return () => shown.set(new Set([...shown.get()].filter((each) => each !== uid)));
  }, [uid]);
}

/** The friends whose cards are shown. */
export function useShownCards(): ReadonlySet<string> {
  return useStore(shown);
}
