/** Whose asks this screen shows as cards, so that a banner does not say the same again. */
import { useEffect, useSyncExternalStore } from 'react';
import { Listeners } from '#web/listeners.ts';

let shown: ReadonlySet<string> = new Set();
const listeners = new Listeners<void>();

function change(uids: ReadonlySet<string>): void {
  shown = uids;
  listeners.notify();
}

/** Says that a card of this friend's ask is shown while the component is mounted. */
export function useShowsCardOf(uid: string): void {
  useEffect(() => {
    change(new Set([...shown, uid]));
    return () => change(new Set([...shown].filter((each) => each !== uid)));
  }, [uid]);
}

/** The friends whose cards are shown. */
export function useShownCards(): ReadonlySet<string> {
  return useSyncExternalStore(subscribe, () => shown);
}

function subscribe(changed: () => void) {
  return listeners.add(changed);
}
