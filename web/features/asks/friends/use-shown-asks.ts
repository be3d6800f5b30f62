import type { FriendAsk } from '#contract/asks.ts';
import type { ConnectionEntry } from '#contract/views.ts';
import { useConnections } from '#web/features/circle/index.ts';
import { useDismissed } from '../dismissed.ts';
import { byUrgency, type FriendState, friendState } from './friend-state.ts';

export interface ShownAsk {
  ask: FriendAsk;
  friend: ConnectionEntry;
  state: FriendState;
}

/** The asks of connections whose cards `me` has not closed, the newest first. @param now the server's time, in ms */
export function useShownAsks(me: string, asks: readonly FriendAsk[], now: number): ShownAsk[] {
  const isDismissed = useDismissed(me);
  const { data: entries = [] } = useConnections();
  return asks
    .flatMap((ask) => {
      const friend = entries.find(({ uid }) => uid === ask.uid);
      return friend ? { ask, friend, state: friendState(ask, friend, now) } : [];
    })
    .filter(({ ask, state }) => state !== 'over' || !isDismissed(dismissalOf(ask)))
    .sort(byUrgency);
}

export function dismissalOf({ id }: FriendAsk): string {
  return `closed ${id}`;
}
