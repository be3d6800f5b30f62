/** What is shown about asks: one chunk, loaded when there is an ask. */
import type { Asks } from '#contract/asks.ts';
import { asksForSupport } from '#contract/moods.ts';
import { useApp } from '#web/app-context.tsx';
import { FriendStack } from './friends/friend-stack.tsx';
import { OwnCard } from './own/own-card.tsx';
import { useNow } from './server-clock.ts';

export { OwnBar } from './own/own-bar.tsx';

interface CardsProps {
  me: string;
  asks: Asks;
  isRow: boolean;
}

export function Cards({ me, asks: { mine, friends }, isRow }: CardsProps) {
  const now = useNow(mine && !mine.closed ? 1_000 : 60_000);
  const { appUserMood } = useApp();
  const isQuiet = appUserMood !== null && asksForSupport(appUserMood);
  return (
    <>
      {mine && !mine.closed && now >= mine.opensAt && <OwnCard me={me} ask={mine} />}
      <FriendStack me={me} asks={friends} isRow={isRow} isQuiet={isQuiet} />
    </>
  );
}
