/** The places on screens where friends' asks appear. Their code loads late, and only when there is an ask. */
import { type RefCallback, useCallback, useSyncExternalStore } from 'react';
import { Listeners } from '#web/listeners.ts';

const slots = new Map<string, HTMLElement>();
const listeners = new Listeners<void>();

interface AskSlotProps {
  /** The friend whose ask is shown here; without one the asks of all friends are. */
  friend?: string;
}

/** An empty place for the asks of friends. */
export function AskSlot({ friend = ALL }: AskSlotProps) {
  const place: RefCallback<HTMLElement> = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return;
      slots.set(friend, element);
      listeners.notify();
      return () => {
        slots.delete(friend);
        // React is rendering: others may change after it.
        queueMicrotask(() => listeners.notify());
      };
    },
    [friend],
  );
  return <div ref={place} className="contents" />;
}

/** The slot for the asks of all friends. */
export const ALL = 'all';

/** The element of a slot on this screen; undefined when the screen has none. */
export function useSlot(friend: string): HTMLElement | undefined {
  return useSyncExternalStore(subscribe, () => slots.get(friend));
}

function subscribe(changed: () => void) {
  return listeners.add(changed);
}
