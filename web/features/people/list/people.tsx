import { startTransition, useRef, useState } from 'react';
import { asksForSupport } from '#contract/moods.ts';
import type { ConnectionEntry } from '#contract/views.ts';
import * as t from '#language';
import { useConnections } from '#web/features/circle/index.ts';
import { InviteButton } from '#web/features/invites/index.ts';
import { createLateChunk, late } from '#web/loading/late-chunk.ts';
import { buttonClass } from '#web/ui/forms/button.tsx';
import { Link } from '#web/ui/link.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import type { Matches } from './filter/match-names.ts';
import { PersonRow } from './person-row.tsx';

/** As many people are seen at one look. */
const FEW = 12;
/** With more people than this, only the rows near the window are in the document. */
const MANY = 50;
/** They fill a screen while the code for more is loading. */
const FIRST_ROWS = 30;

const PeopleFilter = late(() => import('./filter/people-filter.tsx'), 'PeopleFilter');
const useVirtualList = createLateChunk(() => import('#web/ui/page/virtual-list.tsx'));

/** `heights`: about how high a row is, in rem, and that of somebody who asks for support. */
const LOOKS = {
  chats: { label: t.yourChats, rowClass: 'pb-1', heights: [5.25, 8.35] },
  circle: { label: t.yourConnections, rowClass: 'pb-3', heights: [7.6, 11.8] },
} as const;

const uidOf = ({ uid }: ConnectionEntry) => uid;

interface PeopleProps {
  list: keyof typeof LOOKS;
  /** The uid whose chat is open beside the list. */
  open: string | undefined;
  /** A person's mood in words; without it a row shows the chat alone. */
  moodOf?: (entry: ConnectionEntry) => string;
}

/** The person's connections as rows. Many have a filter above, which loads late. Without any there is an invitation. */
export function People({ list, open, moodOf }: PeopleProps) {
  const { data: entries } = useConnections();
  const [matches, setMatches] = useState<Matches | null>(null);
  const plain = useRef<HTMLUListElement>(null);
  const count = entries?.length ?? FEW;
  // By all people, not by those whom the filter shows: a row that has the focus would be made anew.
  const virtual = useVirtualList(count > MANY);
  if (!entries) return <SkeletonRows count={5} />;
  if (count === 0) return <EmptyCircle />;

  const people = matches ? entries.filter(matches) : entries;
  const { label, rowClass, heights } = LOOKS[list];
  const rowOf = (entry: ConnectionEntry) => (
    <PersonRow key={entry.uid} entry={entry} isOpen={entry.uid === open} mood={moodOf?.(entry)} />
  );
  return (
    <div className="has-[search]:min-h-dvh">
      {count > FEW && (
        <div className="mb-3 min-h-12">
          <PeopleFilter
            list={list}
            entries={entries}
            onChange={(changed) => startTransition(() => setMatches(() => changed))}
          />
        </div>
      )}
      {people.length > 0 &&
        (count > MANY && virtual ? (
          <virtual.VirtualList
            name={list}
            entries={people}
            keyOf={uidOf}
            replaces={plain}
            heightOf={({ mood }) => heights[asksForSupport(mood) ? 1 : 0]}
            {...{ label, rowClass }}
          >
            {rowOf}
          </virtual.VirtualList>
        ) : (
          <ul ref={plain} aria-label={label} tabIndex={-1}>
            {(count > MANY ? people.slice(0, FIRST_ROWS) : people).map((entry) => (
              <li key={entry.uid} data-key={entry.uid} className={rowClass}>
                {rowOf(entry)}
              </li>
            ))}
          </ul>
        ))}
    </div>
  );
}

function EmptyCircle() {
  return (
    <EmptyState
      title={t.nobodyHereYet}
      text={t.addPeopleYouTrust}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <InviteButton />
          <Link to="/connect" className={buttonClass('quiet')}>
            {t.findPeopleYouKnow}
          </Link>
        </div>
      }
    />
  );
}
