import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { HEART } from '#web/features/circle/index.ts';
import { plural } from '#web/text/words.ts';
import { LineIcon } from '#web/ui/line-icon.tsx';

const MAX = 99;

interface FooterCountsProps {
  unread: number;
  asking: number;
  requests: number;
}

/** Marks on the footer's links, put there from outside: the first load has no code of theirs. */
export function FooterCounts({ unread, asking, requests }: FooterCountsProps) {
  const people = requests === 1 ? '1 person' : `${requests} people`;
  return (
    <>
      <Count on="/cares" count={unread} words={plural(unread, 'unread message')} />
      <Count on="/connect" count={requests} words={`${people} would like to be in your circle`} />
      {asking > 0 && (
        <Mark
          on="/circles"
          className="bg-orange-100 text-orange-900 dark:bg-orange-900 dark:text-orange-200"
          words={`${plural(asking, 'friend')} could use support`}
        >
          <LineIcon path={HEART} className="size-4" />
        </Mark>
      )}
    </>
  );
}

function Count({ on, count, words }: { on: string; count: number; words: string }) {
  if (count === 0) return null;
  return (
    <Mark on={on} className="bg-accent text-accent-ink" words={words}>
      {count > MAX ? `${MAX}+` : count}
    </Mark>
  );
}

interface MarkProps {
  on: string;
  className: string;
  words: string;
  children: ReactNode;
}

function Mark({ on, className, words, children }: MarkProps) {
  const link = document.querySelector(`footer a[href="${on}"]`);
  if (!link) return null;
  return createPortal(
    <>
      <span
        aria-hidden="true"
        className={`absolute top-0 left-1/2 ml-2 inline-flex h-6 min-w-6 items-center justify-center rounded-full px-1.5 font-semibold text-sm tabular-nums md:left-[calc(50%-1.5rem)] md:ml-0 ${className}`}
      >
        {children}
      </span>
      <span className="sr-only">{words}</span>
    </>,
    link,
  );
}
