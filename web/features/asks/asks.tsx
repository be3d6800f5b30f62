import { type ReactNode, useEffect, useState } from 'react';
import { asksForSupport } from '#contract/moods.ts';
import { useApp } from '#web/app-context.tsx';
import { useConnections } from '#web/features/circle/index.ts';
import { useIsWide } from '#web/ui/page/list-scroller.ts';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { createLateChunk } from '#web/use-late-chunk.ts';
import { useAskEvents, useAsks, useAsksQuery } from './use-asks.ts';

const useParts = createLateChunk(() => import('./parts.tsx'));

export function Asks() {
  useAskEvents();
  const asks = useAsks();
  const parts = useParts(asks !== undefined && (asks.mine !== null || asks.undone !== null || asks.friends.length > 0));
  return parts && asks && <parts.OwnBar asks={asks} />;
}

/** A list waits no longer than this for the asks once its people are there. */
const WAIT_MS = 2_000;

/** The person's own card and the asks of friends. @param isRow whether several of these begin as one row */
export function AskCards({ isRow = false }: { isRow?: boolean }) {
  const asks = useAsks();
  const parts = useParts(asks !== undefined && (asks.mine !== null || asks.friends.length > 0));
  return parts && asks && <parts.Cards asks={asks} isRow={isRow} />;
}

interface AsksAboveProps {
  isRow?: boolean;
  children: ReactNode;
}

/**
 * The cards above a list; on wide screens they stand beside it. The list comes with them and not before, so that nothing moves
 * under a finger. It does not wait for asks that cannot be fetched.
 */
export function AsksAbove({ isRow = false, children }: AsksAboveProps) {
  const isWide = useIsWide();
  const { data: entries } = useConnections();
  const hasPeople = entries !== undefined;
  const { appUserMood } = useApp();
  const { data: asks, failureCount, fetchStatus } = useAsksQuery();
  const hasCards = asks !== undefined && (asks.mine !== null || asks.friends.length > 0);
  // A mood says it mostly, and sooner.
  const parts = useParts(hasCards || [appUserMood, ...(entries ?? []).map(({ mood }) => mood)].some(isCall));
  const isKnown = asks !== undefined && (!hasCards || (parts !== null && hasPeople));
  const cannotBeKnown = asks === undefined && (failureCount > 0 || fetchStatus === 'paused');
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!hasPeople) return;
    const timer = setTimeout(() => setShown(true), WAIT_MS);
    return () => clearTimeout(timer);
  }, [hasPeople]);
  if (!isShown && (isKnown || cannotBeKnown)) setShown(true);
  return (
    <>
      {!isWide && <AskCards isRow={isRow} />}
      {isShown || isWide ? children : <SkeletonRows count={5} />}
    </>
  );
}

const isCall = (mood: Parameters<typeof asksForSupport>[0] | null) => mood !== null && asksForSupport(mood);
