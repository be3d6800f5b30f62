import { memo } from 'react';
import { asksForSupport } from '#contract/moods.ts';
import type { ConnectionEntry } from '#contract/views.ts';
import { AskCards, AsksAbove } from '#web/features/asks/index.ts';
import {
  CheckIn,
  fullName,
  LastMessage,
  MoodSince,
  PeopleList,
  PreviewLine,
  UnreadCount,
  usePeople,
} from '#web/features/circle/index.ts';
import { FriendMenu } from '#web/features/consent/index.ts';
import { Face } from '#web/ui/face.tsx';
import { Link } from '#web/ui/link.tsx';
import { ListBesideChat } from '#web/ui/page/list-beside-chat.tsx';

/** /cares: the chats (spec §2). */
export default function ChatsScreen() {
  return <ListBesideChat title="My Chats" List={Chats} aside={<AskCards />} />;
}

export function Chats({ open }: { open?: string }) {
  const chats = <ByLastMessage open={open} />;
  return open ? chats : <AsksAbove>{chats}</AsksAbove>;
}

function ByLastMessage({ open }: { open: string | undefined }) {
  const [people, above] = usePeople('chats');
  return (
    <div className="has-[search]:min-h-dvh">
      {above}
      {people.length > 0 && (
        <PeopleList list="chats" label="Your chats" people={people} rowClass="pb-1" heightOf={heightOf}>
          {(entry) => <ChatRow key={entry.uid} entry={entry} isOpen={entry.uid === open} />}
        </PeopleList>
      )}
    </div>
  );
}

function heightOf({ mood }: ConnectionEntry): number {
  return asksForSupport(mood) ? 8.35 : 5.25;
}

interface ChatRowProps {
  entry: ConnectionEntry;
  isOpen: boolean;
}

const ChatRow = memo(({ entry, isOpen }: ChatRowProps) => (
  <div className="-mx-3 flex">
    <Link
      to={`/chat/${entry.uid}`}
      aria-current={isOpen ? 'page' : undefined}
      className="-outline-offset-3 flex min-h-20 min-w-0 grow flex-wrap items-center gap-x-4 rounded-2xl px-3 py-3 transition-colors hover:bg-raised aria-[current]:bg-accent-soft"
    >
      <Face {...entry} />
      <span className="min-w-0 grow basis-32">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span
            className={`wrap-anywhere line-clamp-2 grow basis-24 leading-snug ${entry.unread > 0 ? 'font-bold' : 'font-medium'}`}
          >
            <bdi>{fullName(entry)}</bdi>
          </span>
          <LastMessage at={entry.lastmessage} />
        </span>
        <span className="mt-0.5 flex min-h-7 items-center justify-between gap-x-3">
          <PreviewLine entry={entry} isOpen={isOpen} />
          <UnreadCount count={entry.unread} />
        </span>
        {asksForSupport(entry.mood) && (
          <span className="mt-1 flex flex-wrap items-center gap-x-2">
            <CheckIn />
            <MoodSince at={entry.moodChosenAt} />
          </span>
        )}
      </span>
    </Link>
    <FriendMenu entry={entry} name={fullName(entry)} />
  </div>
));
