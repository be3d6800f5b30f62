import { type ReactNode, useEffect, useState } from 'react';
import { asksForSupport } from '#contract/moods.ts';
import { useApp } from '#web/app-context.tsx';
import { useConnections } from '#web/features/circle/index.ts';
import { useIsWide } from '#web/ui/page/list-scroller.ts';
import { SkeletonRows } from '#web/ui/page/skeleton.tsx';
import { createLateChunk } from '#web/use-late-chunk.ts';
import { useAskEvents, useAsks, useAsksQuery } from './use-asks.ts';

const useParts = createLateChunk(() => import('./parts.ts'));

export function Asks({ me }: { me: string }) {
  useAskEvents();
  const asks = useAsks();
  const parts = useParts(asks !== undefined && (asks.mine !== null || asks.undone !== null || asks.friends.length > 0));
  return parts && asks && <parts.OwnBar me={me} asks={asks} />;
}

interface AskInChatProps {
  me: string;
  friend: string;
}

export function AskStrip(props: AskInChatProps) {
  const [parts, asks] = useAsksOf(props.friend);
  return parts && asks && <parts.ChatStrip {...props} asks={asks} />;
}

interface ReadyAnswersProps extends AskInChatProps {
  write: (words: string) => void;
}

export function ReadyAnswers(props: ReadyAnswersProps) {
  const [parts, asks] = useAsksOf(props.friend);
  return parts && asks && <parts.ReadyAnswers {...props} asks={asks} />;
}

function useAsksOf(friend: string) {
  const asks = useAsks()?.friends;
  return [useParts(asks?.some(({ uid }) => uid === friend) ?? false), asks] as const;
}

/** A list waits no longer than this for the asks once its people are there, and than this in all. */
const WAIT_MS = 2_000;
const WAIT_IN_ALL_MS = 5_000;

/** The person's own card and the asks of friends. @param isRow whether several of these begin as one row */
export function AskCards({ isRow = false }: { isRow?: boolean }) {
  const me = useApp().appUser?.uid;
  const asks = useAsks();
  const parts = useParts(asks !== undefined && (asks.mine !== null || asks.friends.length > 0));
  return parts && asks && me !== undefined && <parts.Cards me={me} asks={asks} isRow={isRow} />;
}

interface AsksAboveProps {
  isRow?: boolean;
  children: ReactNode;
}

/**
 * The cards above a list; on wide screens they stand beside it. The list comes with them and not before, so that nothing moves
 * under a finger. It does not wait for asks that cannot be fetched.
 */
export function AsksAbove({ isRow, children }: AsksAboveProps) {
  const isWide = useIsWide();
  const { data: entries } = useConnections();
  const { appUserMood } = useApp();
  const { data: asks, failureCount, fetchStatus } = useAsksQuery();
  const hasCards = asks !== undefined && (asks.mine !== null || asks.friends.length > 0);
  // A mood says it mostly, and sooner.
  const parts = useParts(hasCards || [appUserMood, ...(entries ?? []).map(({ mood }) => mood)].some(isCall));
  const isKnown = asks !== undefined && (!hasCards || (parts !== null && entries !== undefined));
  const cannotBeKnown = asks === undefined && (failureCount > 0 || fetchStatus === 'paused');
  const isLate = useTimeout(entries === undefined ? null : WAIT_MS);
  const isVeryLate = useTimeout(WAIT_IN_ALL_MS);
  const [isShown, setShown] = useState(false);
  if (!isShown && (isKnown || cannotBeKnown || isLate || isVeryLate)) setShown(true);
  return (
    <>
      {!isWide && <AskCards isRow={isRow ?? false} />}
      {isShown || isWide ? children : <SkeletonRows count={5} />}
    </>
  );
}

const isCall = (mood: Parameters<typeof asksForSupport>[0] | null) => mood !== null && asksForSupport(mood);

function useTimeout(ms: number | null): boolean {
  const [hasPassed, setPassed] = useState(false);
  useEffect(() => {
    if (ms === null) return;
    const timer = setTimeout(() => setPassed(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return hasPassed;
}
