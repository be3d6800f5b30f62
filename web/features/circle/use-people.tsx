import { type ReactNode, startTransition, useState } from 'react';
import type { ConnectionEntry } from '#contract/views.ts';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { createLateChunk } from '#web/use-late-chunk.ts';
import { useConnections } from './connections/use-connections.ts';
import type { Matches } from './filter/match-names.ts';

/** As many people are seen at one look. */
const FEW = 12;

const useListParts = createLateChunk(() => import('./list-parts.ts'));

/** The people of a list, and what stands above: a filter for many, an invitation for nobody. Both load late. */
export function usePeople(list: string): [ConnectionEntry[], ReactNode] {
  const { data: entries } = useConnections();
  const [matches, setMatches] = useState<Matches | null>(null);
  const count = entries?.length;
  const isLong = count! > FEW;
  const parts = useListParts(isLong || count === 0);
  if (!entries || (count === 0 && !parts)) return [[], <SkeletonRows key="people" count={5} />];
  if (count === 0) return [[], parts && <parts.EmptyCircle key="people" />];
  if (!isLong) return [entries, null];
  return [
    matches ? entries.filter(matches) : entries,
    <div key="people" className="mb-3 min-h-12">
      {parts && (
        <parts.PeopleFilter
          list={list}
          entries={entries}
          onChange={(changed) => startTransition(() => setMatches(() => changed))}
        />
      )}
    </div>,
  ];
}
