import { asksForSupport, MOOD_CATALOGUE } from '#contract/moods.ts';
import { useApp } from '#web/app-context.tsx';
import { AskCards, AsksAbove, useAsks } from '#web/features/asks/index.ts';
import { RemovedLine } from '#web/features/consent/index.ts';
import { LazyPushCard } from '#web/features/push/index.ts';
import { Bubble } from '#web/ui/bubble.tsx';
import { FORTH, LineIcon } from '#web/ui/line-icon.tsx';
import { Link } from '#web/ui/link.tsx';
import { ListBesideChat } from '#web/ui/page/list-beside-chat.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { PeopleList } from './people-list.tsx';
import { CircleRow } from './rows/circle-row.tsx';
import { usePeople } from './use-people.tsx';

/** /circles: the moods of the signed-in person and of their connections (spec §2). */
export default function CircleScreen() {
  return <ListBesideChat title="My Circle" List={Circle} aside={<AskCards />} />;
}

export function Circle({ open }: { open?: string }) {
  const { appUser } = useApp();
  const connections = (
    <div className="mt-6 has-[search]:min-h-dvh lg:mt-5">
      <Connections open={open} />
    </div>
  );
  return (
    <>
      <p className="-mt-2 mb-6 text-ink-soft text-lg lg:mt-0">Hello, {appUser?.displayName}</p>
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

function Connections({ open }: { open: string | undefined }) {
  const [people, above] = usePeople('circle');
  const asking = useAsks()?.friends.filter(({ closed }) => !closed) ?? [];
  return (
    <>
      {people.length > 0 && <LazyPushCard />}
      {above}
      {people.length > 0 && (
        <PeopleList
          list="circle"
          label="Your connections"
          people={people}
          rowClass="pb-3"
          heightOf={({ mood }) => (asksForSupport(mood) ? 11.8 : 7.6)}
        >
          {(entry) => (
            <CircleRow
              key={entry.uid}
              entry={entry}
              isOpen={entry.uid === open}
              isAsked={asking.some(({ uid }) => uid === entry.uid)}
            />
          )}
        </PeopleList>
      )}
    </>
  );
}

function MyMoodRow() {
  const { appUserMood } = useApp();
  if (appUserMood === null) return <Skeleton className="h-28 w-full rounded-3xl" />;
  return (
    <Link
      to="/status"
      className="flex flex-wrap items-center gap-4 rounded-3xl bg-surface p-5 shadow-soft transition-shadow hover:shadow-float"
    >
      <Bubble mood={appUserMood} size="large" />
      <span className="grow basis-0">
        <span className="block text-ink-soft">Your mood</span>
        <span className="block font-semibold text-xl">{appUserMood}</span>
        <span className="block">{MOOD_CATALOGUE[appUserMood].message}</span>
      </span>
      <span className="flex items-center font-medium text-accent">
        Change
        <LineIcon path={FORTH} className="size-5" />
      </span>
    </Link>
  );
}
