import { type ReactNode, useEffect, useState } from 'react';
import { asksForSupport } from '#contract/moods.ts';
import { useApp } from '#web/app-context.tsx';
import { useConnections } from '#web/features/circle/index.ts';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { useAsksQuery } from '../use-asks.ts';
import { useParts } from '../use-parts.ts';

/** A list waits no longer than this for the asks once its people are there, and than this in all. */
const WAIT_MS = 2_000;
const WAIT_IN_ALL_MS = 5_000;

interface AsksAboveProps {
  /** The list below the cards. */
  children: ReactNode;
}

/**
 * The cards of friends who ask, above a list. The list comes with them and not before, so that nothing moves under a finger.
 * It does not wait for asks that cannot be fetched.
 */
export function AsksAbove({ children }: AsksAboveProps) {
  const me = useApp().appUser?.uid;
  const { data: entries } = useConnections();
  const { data: asks, failureCount, fetchStatus } = useAsksQuery();
  const isAsked = asks !== undefined && asks.friends.length > 0;
  // A mood says it mostly, and sooner.
  const parts = useParts(isAsked || (entries?.some(({ mood }) => asksForSupport(mood)) ?? false));
  const isKnown = asks !== undefined && (!isAsked || (parts !== null && entries !== undefined));
  const cannotBeKnown = asks === undefined && (failureCount > 0 || fetchStatus === 'paused');
  const isLate = useTimeout(entries === undefined ? null : WAIT_MS);
  const isVeryLate = useTimeout(WAIT_IN_ALL_MS);
  const [isShown, setShown] = useState(false);
  if (!isShown && (isKnown || cannotBeKnown || isLate || isVeryLate)) setShown(true);
  return (
    <>
      {parts && asks && me !== undefined && <parts.FriendCards me={me} asks={asks.friends} />}
      {isShown ? children : <SkeletonRows count={5} />}
    </>
  );
}

/** @param ms null while the time does not run @returns whether it has passed */
function useTimeout(ms: number | null): boolean {
  const [hasPassed, setPassed] = useState(false);
  useEffect(() => {
    if (ms === null) return;
    const timer = setTimeout(() => setPassed(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return hasPassed;
}
