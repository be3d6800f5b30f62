import { type ReactElement, useRef } from 'react';
import type { ConnectionEntry } from '#contract/views.ts';
import { createLateChunk } from '#web/use-late-chunk.ts';
import { useConnections } from './connections/use-connections.ts';

/** With more people than this, only the rows near the window are in the document. */
const MANY = 50;
/** They fill a screen while the code for more is loading. */
const FIRST_ROWS = 30;

const useVirtualList = createLateChunk(() => import('#web/ui/page/virtual-list.tsx'));

interface PeopleListProps {
  list: string;
  label: string;
  people: ConnectionEntry[];
  rowClass: string;
  /** About how high a person's row is, in rem. */
  heightOf: (entry: ConnectionEntry) => number;
  children: (entry: ConnectionEntry) => ReactElement;
}

const uidOf = ({ uid }: ConnectionEntry) => uid;

export function PeopleList({ list, label, people, rowClass, heightOf, children }: PeopleListProps) {
  // Of all people, not of those whom the filter shows: a row that has the focus would be made anew.
  const isLong = useConnections().data!.length > MANY;
  const late = useVirtualList(isLong);
  const plain = useRef<HTMLUListElement>(null);
  if (isLong && late)
    return (
      <late.VirtualList name={list} entries={people} keyOf={uidOf} replaces={plain} {...{ label, rowClass, heightOf }}>
        {children}
      </late.VirtualList>
    );
  return (
    <ul ref={plain} aria-label={label} tabIndex={-1}>
      {(isLong ? people.slice(0, FIRST_ROWS) : people).map((entry) => (
        <li key={entry.uid} data-key={entry.uid} className={rowClass}>
          {children(entry)}
        </li>
      ))}
    </ul>
  );
}
