import { memo } from 'react';
import { asksForSupport } from '#contract/moods.ts';
import type { ConnectionEntry } from '#contract/views.ts';
import { CheckIn, fullName } from '#web/features/circle/index.ts';
import { FriendMenu } from '#web/features/consent/index.ts';
import { Face } from '#web/ui/face.tsx';
import { Link } from '#web/ui/link.tsx';
import { LastMessage, MoodSince, PreviewLine, UnreadCount } from './row-parts.tsx';

interface PersonRowProps {
  entry: ConnectionEntry;
  isOpen: boolean;
  /** In words: then the row is a card of the circle, which stays beside the chat that it opens. */
  mood: string | undefined;
}

/** A connection in a list, with a link to the chat. */
export const PersonRow = memo(({ entry, isOpen, mood }: PersonRowProps) => {
  const isCard = mood !== undefined;
  const since = <MoodSince at={entry.moodChosenAt} />;
  return (
    <div
      className={`flex ${isCard ? 'relative rounded-3xl bg-surface shadow-soft transition-shadow hover:shadow-float has-aria-[current]:bg-accent-soft' : '-mx-3'}`}
    >
      <Link
        to={`/chat/${entry.uid}`}
        state={isCard ? { circle: true } : undefined}
        aria-current={isOpen ? 'page' : undefined}
        className={`-outline-offset-3 flex min-w-0 grow flex-wrap gap-x-4 ${isCard ? 'items-start gap-y-2 rounded-3xl p-4' : 'min-h-20 items-center rounded-2xl px-3 py-3 transition-colors hover:bg-raised aria-[current]:bg-accent-soft'}`}
      >
        <Face {...entry} />
        <span className="min-w-0 grow basis-32">
          <span className={`flex flex-wrap items-baseline justify-between gap-x-3 ${isCard ? 'pr-8' : ''}`}>
            <span
              className={`wrap-anywhere grow basis-[6rem] leading-snug ${isCard ? 'font-semibold text-lg' : `line-clamp-2 ${entry.unread > 0 ? 'font-bold' : 'font-medium'}`}`}
            >
              <bdi>{fullName(entry)}</bdi>
            </span>
            <LastMessage at={entry.lastmessage} />
          </span>
          {isCard && (
            <span className="mt-0.5 block text-ink-soft">
              {mood} {!entry.isNew && since}
            </span>
          )}
          <span
            className={`flex items-center justify-between gap-x-3 empty:hidden ${isCard ? 'mt-1' : 'mt-0.5 min-h-7'}`}
          >
            <PreviewLine entry={entry} isOpen={isOpen} />
            <UnreadCount count={entry.unread} />
          </span>
          {asksForSupport(entry.mood) && (
            <span className={`flex flex-wrap items-center gap-x-2 ${isCard ? 'mt-2' : 'mt-1'}`}>
              <CheckIn />
              {!isCard && since}
            </span>
          )}
        </span>
      </Link>
      <div className={isCard ? 'absolute top-1 right-1' : 'flex'}>
        <FriendMenu entry={entry} name={fullName(entry)} />
      </div>
    </div>
  );
});
