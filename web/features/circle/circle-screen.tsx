import { useEffect, useState } from 'react';
import { MOOD_CATALOGUE, moodWords } from '#contract/moods.ts';
import * as t from '#language';
import { useApp } from '#web/app-context.tsx';
import { AskCards, AsksAbove, asksQuery, useAsks } from '#web/features/asks/index.ts';
import { People } from '#web/features/people/index.ts';
import { LazyPushCard } from '#web/features/push/index.ts';
import { useStore } from '#web/store.ts';
import { Bubble } from '#web/ui/bubble.tsx';
import { SavedMessage } from '#web/ui/forms/saved-message.tsx';
import { FORTH, LineIcon } from '#web/ui/line-icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { ListBesideChat } from '#web/ui/page/list-beside-chat.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { useLocation } from '#web/ui/router.tsx';
import { useConnections } from './connections/use-connections.ts';
import { removedFriend } from './removed-friend.ts';

/** /circles: the moods of the signed-in person and of their connections (spec §2). */
export default function CircleScreen() {
  return <ListBesideChat title={t.myCircle} List={Circle} aside={<AskCards />} />;
}
CircleScreen.firstQuery = asksQuery;

export function Circle({ open }: { open?: string }) {
  const { appUser } = useApp();
  const { data: entries = [] } = useConnections();
  const asking = new Set(useAsks()?.friends.flatMap(({ uid, closed }) => (closed ? [] : uid)));
  const connections = (
    <div className="mt-6 lg:mt-5">
      <People
        list="circle"
        open={open}
        // Until the ask is open the mood is shown alone.
        moodOf={(entry) => moodWords(entry, asking.has(entry.uid))}
      />
      {/* Below the list: it comes when the browser is idle, and would move the rows. */}
      {entries.length > 0 && <LazyPushCard />}
    </div>
  );
  return (
    <>
      <p className="-mt-2 mb-6 text-ink-soft text-lg lg:mt-0">{t.hello({ name: appUser?.displayName ?? '' })}</p>
      <RemovedLine />
      <MyMoodRow />
      {open ? (
        connections
      ) : (
        <div className="mt-4">
          <AsksAbove isRow>{connections}</AsksAbove>
        </div>
      )}
    </>
  );
}

/** Says on /circles that a friend was removed. The words come after the first render, so that screen readers announce them. */
function RemovedLine() {
  const removed = useStore(removedFriend);
  const name = useLocation().state?.hasRemoved && removed;
  const [said, setSaid] = useState<string>();
  useEffect(() => setSaid(name), [name]);
  return <SavedMessage className="mb-5" text={said ? t.noLongerInYourCircle({ name: said }) : null} />;
}

function MyMoodRow() {
  const { appUserMood, hasChosenMood } = useApp();
  if (appUserMood === null) return <Skeleton className="h-28 w-full rounded-3xl" />;
  return (
    <Link
      to="/status"
      className="flex flex-wrap items-center gap-4 rounded-3xl bg-surface p-5 shadow-soft transition-shadow hover:shadow-float"
    >
      <Bubble mood={appUserMood} size="large" />
      <span className="grow basis-0">
        <span className="block text-ink-soft">{t.yourMood}</span>
        <span className="block font-semibold text-xl">{MOOD_CATALOGUE[appUserMood].name}</span>
        <span className="block">{hasChosenMood ? MOOD_CATALOGUE[appUserMood].message : t.notChosenYet}</span>
      </span>
      <span className="flex items-center font-medium text-accent">
        {hasChosenMood ? t.change : t.choose}
        <LineIcon path={FORTH} className="size-5" />
      </span>
    </Link>
  );
}
