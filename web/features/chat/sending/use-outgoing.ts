import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { OutgoingMessage } from './outgoing-message.ts';
import { outgoingOf } from './outgoing-of.ts';

/** `me`'s messages to `other` that are on their way, oldest first. */
export function useOutgoing(me: string, other: string): OutgoingMessage[] {
  const queue = outgoingOf(me);
  const subscribe = useCallback((changed: () => void) => queue.onChange(changed), [queue]);
  const all = useSyncExternalStore(subscribe, () => queue.list());
  return useMemo(() => all.filter(({ receiver }) => receiver === other), [all, other]);
}
