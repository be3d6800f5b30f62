import type { Asks } from '#contract/asks.ts';
import { useConnections } from '#web/features/circle/index.ts';
import { FriendAskCard } from './friend-ask-card.tsx';

/** The cards of friends who ask, Dark first, above the circle and the chats. */
export function FriendsAsks({ asks }: { asks: Asks['friends'] }) {
  const { data: entries = [] } = useConnections();
  return asks.map((ask) => {
    const friend = entries.find(({ uid }) => uid === ask.uid);
    return friend && <FriendAskCard key={ask.id} ask={ask} friend={friend} />;
  });
}
