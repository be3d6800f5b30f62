import { memo } from 'react';
import { asksForSupport, moodWords } from '#contract/moods.ts';
import type { ConnectionEntry } from '#contract/views.ts';
import { FriendMenu } from '#web/features/consent/index.ts';
import { Face } from '#web/ui/face.tsx';
import { Link } from '#web/ui/link.tsx';
import { CheckIn } from '../check-in.tsx';
import { fullName } from '../full-name.ts';
import { LastMessage, MoodSince, PreviewLine, UnreadCount } from './row-parts.tsx';

interface CircleRowProps {
  entry: ConnectionEntry;
  isOpen: boolean;
  /** Whether the friend's ask is open: until then the mood is shown alone. */
  isAsked: boolean;
}

/** A connection with its mood in words. A link to the chat, beside which the circle stays. */
export const CircleRow = memo(({ entry, isOpen, isAsked }: CircleRowProps) => (
  <div className="flex rounded-3xl bg-surface pr-1 shadow-soft transition-shadow hover:shadow-float has-aria-[current]:bg-accent-soft">
    <Link
      to={`/chat/${entry.uid}`}
      state={{ circle: true }}
      aria-current={isOpen ? 'page' : undefined}
      className="-outline-offset-3 flex min-w-0 grow flex-wrap items-start gap-x-4 gap-y-2 rounded-3xl p-4 pr-1"
    >
      <Face {...entry} />
      <span className="min-w-0 grow basis-32">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="wrap-anywhere grow basis-24 font-semibold text-lg leading-snug">
            <bdi>{fullName(entry)}</bdi>
          </span>
          <LastMessage at={entry.lastmessage} />
        </span>
        <span className="mt-0.5 block text-ink-soft">
          {moodWords(entry, isAsked)} {!entry.isNew && <MoodSince at={entry.moodChosenAt} />}
        </span>
        <span className="mt-1 flex items-center justify-between gap-x-3 empty:hidden">
          <PreviewLine entry={entry} isOpen={isOpen} />
          <UnreadCount count={entry.unread} />
        </span>
        {asksForSupport(entry.mood) && (
          <span className="mt-3 block">
            <CheckIn />
          </span>
        )}
      </span>
    </Link>
    <FriendMenu entry={entry} name={fullName(entry)} />
  </div>
));
