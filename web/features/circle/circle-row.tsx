import { asksForSupport, MOOD_CATALOGUE } from '#contract/moods.ts';
import type { ConnectionEntry } from '#contract/views.ts';
import { Bubble } from '#web/ui/bubble.tsx';
import { Link } from '#web/ui/link.tsx';
import { UnreadCount } from '#web/ui/unread-count.tsx';
import { CheckIn } from './check-in.tsx';
import { fullName } from './full-name.ts';
import { LastMessage } from './last-message.tsx';

/** A connection on 'My Circle': how they are doing comes first. Leads to the chat. */
export function CircleRow({ entry }: { entry: ConnectionEntry }) {
  return (
    <Link
      to={`/chat/${entry.uid}`}
      className="flex items-start gap-4 rounded-3xl bg-surface p-4 shadow-soft transition-shadow hover:shadow-float"
    >
      <Bubble mood={entry.mood} />
      <span className="min-w-0 grow">
        <span className="flex items-baseline justify-between gap-3">
          <span className="wrap-anywhere font-semibold text-lg leading-snug">{fullName(entry)}</span>
          <LastMessage at={entry.lastmessage} />
        </span>
        <span className="mt-0.5 flex items-end justify-between gap-3">
          <span className="text-ink-soft">{MOOD_CATALOGUE[entry.mood].moodMessage}</span>
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
