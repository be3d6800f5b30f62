/** The place in a chat where the friend's ask appears. Its code loads late, and only when there is an ask. */
import { type RefCallback, useCallback, useSyncExternalStore } from 'react';
import { Listeners } from '#web/listeners.ts';

const slots = new Map<string, HTMLElement>();
const listeners = new Listeners<void>();

/** An empty place for the ask of the friend with this uid. */
export function AskSlot({ friend }: { friend: string }) {
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

/** The element of a friend's slot on this screen; undefined when the screen has none. */
export function useSlot(friend: string): HTMLElement | undefined {
  return useSyncExternalStore(subscribe, () => slots.get(friend));
}

function subscribe(changed: () => void) {
  return listeners.add(changed);
}
