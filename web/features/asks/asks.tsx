import { type ReactNode, useEffect, useState } from 'react';
import { asksForSupport } from '#contract/moods.ts';
import { useApp } from '#web/app-context.tsx';
import { CheckInCards } from '#web/features/check-in/index.ts';
import { useConnections } from '#web/features/circle/index.ts';
import { createLateChunk } from '#web/loading/late-chunk.ts';
import { useIsWide } from '#web/ui/page/list-scroller.ts';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { useAskEvents, useAsks, useAsksQuery } from './use-asks.ts';

const useParts = createLateChunk(() => import('./parts.tsx'));

export function Asks() {
  useAskEvents();
  const asks = useAsks();
  const parts = useParts(asks !== undefined && (asks.mine !== null || asks.undone !== null || asks.friends.length > 0));
  return parts && asks && <parts.OwnBar asks={asks} />;
}

/** A list and its asks wait no longer than this for each other. */
const WAIT_MS = 2_000;

/** The person's own card and the asks of friends. @param isRow whether several of these begin as one row */
export function AskCards({ isRow = false }: { isRow?: boolean }) {
  const asks = useAsks();
  const parts = useParts(asks !== undefined && (asks.mine !== null || asks.friends.length > 0));
  return (
    <>
      {parts && asks && <parts.Cards asks={asks} isRow={isRow} />}
      <CheckInCards />
    </>
  );
}

interface AsksAboveProps {
  isRow?: boolean;
  children: ReactNode;
}

/**
 * The cards above a list; on wide screens they stand beside it. The list comes with them and not before, so that nothing moves
 * under a finger. Neither waits for what cannot be fetched.
 */
export function AsksAbove({ isRow = false, children }: AsksAboveProps) {
  const isWide = useIsWide();
  const people = useConnections();
  const query = useAsksQuery();
  const { appUserMood } = useApp();
  const hasCards = query.data !== undefined && (query.data.mine !== null || query.data.friends.length > 0);
  // A mood says it mostly, and sooner.
  const parts = useParts(hasCards || [appUserMood, ...(people.data ?? []).map(({ mood }) => mood)].some(isCall));
  const isReady = isDone(query) && (!hasCards || (parts !== null && isDone(people)));
  const [isShown, setShown] = useState(false);
  const isHeldUp = hasCards || isDone(people);
  useEffect(() => {
    if (!isHeldUp) return;
    const timer = setTimeout(() => setShown(true), WAIT_MS);
    return () => clearTimeout(timer);
  }, [isHeldUp]);
  if (!isShown && isReady) setShown(true);
  if (!isShown && !isWide) return <SkeletonRows count={5} />;
  return (
    <>
      {!isWide && <AskCards isRow={isRow} />}
      {children}
    </>
  );
}

const isDone = ({ data, failureCount, fetchStatus }: ReturnType<typeof useConnections | typeof useAsksQuery>) =>
  data !== undefined || failureCount > 0 || fetchStatus === 'paused';

const isCall = (mood: Parameters<typeof asksForSupport>[0] | null) => mood !== null && asksForSupport(mood);
