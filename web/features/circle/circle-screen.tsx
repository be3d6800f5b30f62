import { asksForSupport } from '#contract/moods.ts';
import { useApp } from '#web/app-context.tsx';
import { AskCards, AsksAbove, useAsks } from '#web/features/asks/index.ts';
import { RemovedLine } from '#web/features/consent/index.ts';
import { LazyPushCard } from '#web/features/push/index.ts';
import { DocumentTitle } from '#web/ui/page/document-title.tsx';
import { ListBesideChat } from '#web/ui/page/list-beside-chat.tsx';
import { MyMoodRow } from './my-mood-row.tsx';
import { PeopleList } from './people-list.tsx';
import { CircleRow } from './rows/circle-row.tsx';
import { usePeople } from './use-people.tsx';

/** /circles: the moods of the signed-in person and of their connections (spec §2). */
export default function CircleScreen() {
  return (
    <>
      <DocumentTitle title="Circle" />
      <ListBesideChat title="My Circle" List={Circle} aside={<AskCards />} />
    </>
  );
}

/** The circle below its heading. `open` is the uid of the chat that stands beside it. */
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
