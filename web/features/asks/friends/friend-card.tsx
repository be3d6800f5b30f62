import type { ReactNode } from 'react';
import { Face } from '#web/ui/face.tsx';
import { Link } from '#web/ui/link.tsx';
import { AnswerPart } from './answer-part.tsx';
import { friendWords } from './friend-state.ts';
import { labelOf, newsOf, useReportSeen } from './seen-ask.ts';
import type { ShownAsk } from './use-shown-asks.ts';

interface FriendCardProps extends ShownAsk {
  toggle?: ReactNode;
  onAnswered: () => void;
}

/** A friend's ask, with the three answers. The words lead to the chat, where the friend's line is whole. */
export function FriendCard({ toggle, ...shown }: FriendCardProps) {
  const { ask, friend, state, now } = shown;
  const words = friendWords(ask, friend, now, state);
  const isOver = state === 'over';
  const answers = <AnswerPart {...shown} />;
  return (
    <section
      ref={useReportSeen(ask)}
      aria-label={labelOf(friend, state)}
      tabIndex={-1}
      className="rounded-3xl border border-line bg-surface px-3.5 py-1.5 shadow-soft lg:shadow-none"
    >
      <div className="flex flex-wrap items-center gap-2">
        <Link
          to={`/chat/${friend.uid}`}
          className="flex min-h-11 min-w-[min(9rem,100%)] grow basis-0 flex-wrap items-center gap-x-3 gap-y-2 rounded-2xl"
        >
          <Face {...friend} />
          <div className="min-w-[min(6rem,100%)] grow basis-0 leading-tight">
            <h2 className="wrap-anywhere font-semibold text-base leading-tight">{words.title}</h2>
            {words.line && (
              <p className="wrap-anywhere line-clamp-2 text-ink-soft text-sm leading-tight">{words.line}</p>
            )}
          </div>
        </Link>
        {isOver && answers}
        {toggle}
      </div>
      <p role="status" className="sr-only">
        {newsOf(ask, state, words)}
      </p>
      {!isOver && <div className="mt-1 sm:ps-14">{answers}</div>}
    </section>
  );
}
