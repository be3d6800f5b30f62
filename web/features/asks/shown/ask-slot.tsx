import { type RefCallback, useCallback } from 'react';
import { createStore, useStore } from '#web/store.ts';

/** The places in chats where the ask of a friend appears, by the friend's uid. Its code loads late, and only when there is an ask. */
const slots = createStore<ReadonlyMap<string, HTMLElement>>(new Map());

/** An empty place for the ask of the friend with this uid. */
export function AskSlot({ friend }: { friend: string }) {
  const place: RefCallback<HTMLElement> = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return;
      slots.set(new Map([...slots.get(), [friend, element]]));
      return () => {
        const left = new Map([...slots.get()].filter(([, each]) => each !== element));
        // React is rendering: others may change after it.
        queueMicrotask(() => slots.set(left));
      };
    },
    [friend],
  );
  return <div ref={place} className="contents" />;
}

/** The element of a friend's slot on this screen; undefined when the screen has none. */
export function useSlot(friend: string): HTMLElement | undefined {
  return useStore(slots, (all) => all.get(friend));
}
