import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import * as t from '#language';
import { HEART } from '#web/features/circle/index.ts';
import { LineIcon } from '#web/ui/line-icon.tsx';

const MAX = 99;

interface FooterCountsProps {
  unread: number;
  asking: number;
  checkIns: number;
  requests: number;
}

/** Marks on the footer's links, put there from outside: the first load has no code of theirs. */
export function FooterCounts({ unread, asking, checkIns, requests }: FooterCountsProps) {
  return (
    <>
      <Mark on="/cares" count={unread} words={t.unreadMessagesCount({ messages: unread })} />
      <Mark on="/connect" count={requests} words={t.peopleWouldLikeToBeInYourCircle({ people: requests })} />
      {asking === 0 && <Mark on="/circles" count={checkIns} words={t.plannedCheckIn} />}
      <Mark
        on="/circles"
        count={asking}
        words={t.friendsCouldUseSupport({ friends: asking })}
        className="bg-orange-100 text-orange-900 dark:bg-orange-900 dark:text-orange-200"
      >
        <LineIcon path={HEART} className="size-4" />
      </Mark>
    </>
  );
}

interface MarkProps {
  on: string;
  count: number;
  words: string;
  className?: string;
  /** In place of the number. */
  children?: ReactNode;
}

function Mark({ on, count, words, className = 'bg-accent text-accent-ink', children }: MarkProps) {
  const link = document.querySelector(`footer a[href="${on}"]`);
  if (!link || count === 0) return null;
  return createPortal(
    <>
      <span
        aria-hidden="true"
        className={`absolute top-0 start-1/2 ms-2 inline-flex min-h-6 min-w-6 items-center justify-center rounded-full px-1.5 font-semibold text-sm tabular-nums leading-none md:start-[calc(50%-1.5rem)] md:ms-0 ${className}`}
      >
        {children ?? (count > MAX ? `${MAX}+` : count)}
      </span>
      <span className="sr-only">{words}</span>
    </>,
    link,
  );
}
