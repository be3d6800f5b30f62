import type { FriendAsk } from '#contract/asks.ts';
import type { ConnectionEntry } from '#contract/views.ts';
import { useConnections } from '#web/features/circle/index.ts';
import { useDismissed } from '../dismissed.ts';
import { useNow } from '../server-clock.ts';
import { byUrgency, type FriendState, friendState, hasCard } from './friend-state.ts';

export interface ShownAsk {
  ask: FriendAsk;
  friend: ConnectionEntry;
  state: FriendState;
  /** The server's time, in ms. */
  now: number;
}

/** The asks of connections whose cards the person has not closed, the newest first. */
export function useShownAsks(asks: readonly FriendAsk[]): ShownAsk[] {
  const now = useNow(15_000);
  const { isDismissed } = useDismissed();
  const { data: entries = [] } = useConnections();
  return asks
    .flatMap((ask) => {
      const friend = entries.find(({ uid }) => uid === ask.uid);
      return friend && hasCard(ask, friend) ? { ask, friend, state: friendState(ask, friend, now), now } : [];
    })
    .filter(({ ask, state }) => state !== 'over' || !isDismissed(dismissalOf(ask)))
    .sort(byUrgency);
}

export function dismissalOf({ id }: FriendAsk): string {
  return `closed ${id}`;
}
