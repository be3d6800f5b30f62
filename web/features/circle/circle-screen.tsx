import { asksForSupport, MOOD_CATALOGUE } from '#contract/moods.ts';
import type { ConnectionEntry } from '#contract/views.ts';
import { useApp } from '#web/app-context.tsx';
import { AskSlot } from '#web/features/asks/index.ts';
import { FriendMenu, RemovedLine } from '#web/features/consent/index.ts';
import { LazyPushCard } from '#web/features/push/index.ts';
import { Bubble } from '#web/ui/bubble.tsx';
import { Link } from '#web/ui/link.tsx';
import { Page } from '#web/ui/page/page.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { UnreadCount } from '#web/ui/unread-count.tsx';
import { CheckIn } from './check-in.tsx';
import { byNeed } from './connections/connection-changes.ts';
import { useConnections } from './connections/use-connections.ts';
import { EmptyCircle } from './empty-circle.tsx';
import { fullName } from './full-name.ts';
import { LastMessage } from './last-message.tsx';
import { MoodSince } from './mood-since.tsx';
import { MyMoodRow } from './my-mood-row.tsx';
import { PreviewLine } from './preview-line.tsx';

/** /circles: the moods of the signed-in person and of their connections (spec §2). */
export default function CircleScreen() {
  const { appUser } = useApp();
  return (
    <Page title="My Circle" tab="Circle" lead={`Hello, ${appUser?.displayName}`}>
      <RemovedLine />
      <AskSlot />
      <MyMoodRow />
      <div className="mt-8">
        <Connections />
      </div>
    </Page>
  );
}

function Connections() {
  const { data: entries } = useConnections();
  if (entries === undefined) return <SkeletonRows count={4} />;
  if (entries.length === 0) return <EmptyCircle />;
  return (
    <>
      <LazyPushCard />
      <ul aria-label="Your connections" className="space-y-3">
        {byNeed(entries).map((entry) => (
          <li
            key={entry.uid}
            className="flex rounded-3xl bg-surface pr-1 shadow-soft transition-shadow hover:shadow-float"
          >
            <CircleRow entry={entry} />
            <FriendMenu entry={entry} name={fullName(entry)} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** A connection with its mood in words; a link to the chat. */
function CircleRow({ entry }: { entry: ConnectionEntry }) {
  return (
    <Link
      to={`/chat/${entry.uid}`}
      className="flex min-w-0 grow flex-wrap items-start gap-x-4 gap-y-2 rounded-3xl p-4 pr-1"
    >
      <Bubble mood={entry.mood} />
      <span className="min-w-0 grow basis-32">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="wrap-anywhere grow basis-24 font-semibold text-lg leading-snug">{fullName(entry)}</span>
          <LastMessage at={entry.lastmessage} />
        </span>
        <span className="mt-0.5 block text-ink-soft">
          {MOOD_CATALOGUE[entry.mood].moodMessage} <MoodSince at={entry.moodChosenAt} />
        </span>
        <span className="mt-1 flex items-center justify-between gap-x-3 empty:hidden">
          <PreviewLine entry={entry} />
          <UnreadCount count={entry.unread} />
        </span>
        {asksForSupport(entry.mood) && (
          <span className="mt-3 block">
            <CheckIn />
          </span>
        )}
      </span>
    </Link>
  );
}
