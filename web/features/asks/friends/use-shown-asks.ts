import type { FriendAsk } from '#contract/asks.ts';
import type { ConnectionEntry } from '#contract/views.ts';
import { useConnections } from '#web/features/circle/index.ts';
import { useDismissed } from '../shown/dismissed.ts';
import { byUrgency } from './friend-state.ts';

interface ShownAsk {
  ask: FriendAsk;
  /** The friend who asks. */
  friend: ConnectionEntry;
}

/** The asks of connections whose cards `me` has not closed, the most urgent first. */
export function useShownAsks(me: string, asks: readonly FriendAsk[]): ShownAsk[] {
  const isDismissed = useDismissed(me);
  const { data: entries = [] } = useConnections();
  return asks
    .filter((ask) => !ask.closed || !isDismissed(dismissalOf(ask)))
    .sort(byUrgency)
    .flatMap((ask) => {
      const friend = entries.find(({ uid }) => uid === ask.uid);
      return friend ? { ask, friend } : [];
    });
}

/** What is stored when a person closes the card of an ask that is over. */
export function dismissalOf({ id }: FriendAsk): string {
  return `closed ${id}`;
}
