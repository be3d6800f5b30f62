import { memo, type ReactNode } from 'react';
import { asksForSupport } from '#contract/moods.ts';
import type { ConnectionEntry, Preview } from '#contract/views.ts';
import * as t from '#language';
import { clockTime, daysBetween, lastMessageTime } from '#web/dates/format-date.ts';
import { useToday } from '#web/dates/use-today.ts';
import { CheckIn, fullName, type Unsent, useUnsent } from '#web/features/circle/index.ts';
import { FriendMenu } from '#web/features/consent/index.ts';
import { Face } from '#web/ui/face.tsx';
import { Link } from '#web/ui/link.tsx';
import { hidden, Rich } from '#web/ui/rich.tsx';

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
          <span className={`flex flex-wrap items-baseline justify-between gap-x-3 ${isCard ? 'pe-8' : ''}`}>
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
      <div className={isCard ? 'absolute top-1 end-1' : 'flex'}>
        <FriendMenu entry={entry} name={fullName(entry)} />
      </div>
    </div>
  );
});

/** The first words of the newest message on one line, or of what the person has written since. Nothing before the first message. */
function PreviewLine({ entry, isOpen }: Pick<PersonRowProps, 'entry' | 'isOpen'>) {
  const unsent = useUnsent(entry.uid);
  const shown: Unsent | (Preview & { draft?: never }) | null =
    unsent && !(unsent.draft && isOpen) ? unsent : entry.preview;
  return (
    shown && (
      <span className={`flex min-w-0 gap-1 text-sm ${entry.unread ? 'font-medium' : 'text-ink-soft'}`}>
        {shown.draft ? (
          <span className="shrink-0 font-medium text-accent">{t.draftLabel} </span>
        ) : (
          shown.mine && <span className="shrink-0">{t.youLabel} </span>
        )}
        <span dir="auto" className="truncate">
          {shown.text || ('deleted' in shown ? t.messageDeleted : t.photo)}
        </span>
      </span>
    )
  );
}

function LastMessage({ at }: { at: number }) {
  const text = lastMessageTime(at, useToday());
  return (
    <time dateTime={at ? new Date(at).toISOString() : text} className="shrink-0 text-sm text-ink-soft tabular-nums">
      {text}
    </time>
  );
}

/** Since when a mood holds: since 20:47, since yesterday, 2 days. @param at when it was chosen, in ms */
function MoodSince({ at }: { at: number }) {
  const days = daysBetween(new Date(at), useToday());
  return (
    <span className="whitespace-nowrap text-ink-soft text-sm tabular-nums">
      <Rich parts={moodSince(at, days)} />
    </span>
  );
}

function moodSince(at: number, days: number): ReactNode[] {
  if (days < 1) return t.moodSince({ time: clockTime(at), hidden });
  return days < 2 ? t.moodSinceYesterday({ hidden }) : t.moodForDays({ days, hidden });
}

function UnreadCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="inline-flex min-h-7 min-w-7 items-center justify-center rounded-full bg-accent px-2 font-semibold text-accent-ink text-sm tabular-nums">
      <Rich parts={t.unreadMessages({ count, hidden })} />
    </span>
  );
}
