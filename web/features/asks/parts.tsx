/** What is shown about asks: one chunk, loaded when there is an ask. */
import type { Asks } from '#contract/asks.ts';
import { asksForSupport } from '#contract/moods.ts';
import { useApp } from '#web/app-context.tsx';
import { FriendStack } from './friends/friend-stack.tsx';
import { OwnCard } from './own/own-card.tsx';

export { OwnBar } from './own/own-bar.tsx';

interface CardsProps {
  asks: Asks;
  isRow: boolean;
}

export function Cards({ asks: { mine, friends }, isRow }: CardsProps) {
  const { appUserMood } = useApp();
  const isQuiet = appUserMood !== null && asksForSupport(appUserMood);
  return (
    <>
      {mine && !mine.closed && <OwnCard ask={mine} />}
      <FriendStack asks={friends} isRow={isRow} isQuiet={isQuiet} />
    </>
  );
}
