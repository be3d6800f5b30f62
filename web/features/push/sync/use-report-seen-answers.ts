import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { Asks } from '#contract/asks.ts';
import { useLiveSocket, useLiveStatus } from '#web/live/index.ts';
import { usePageVisible } from '#web/page-visible.ts';
import { closeNotifications } from './close-notifications.ts';

/** The key of the asks in the cache: the bar of one's own ask stands on every screen (web/features/asks). */
const ASKS_KEY = ['asks'];

/**
 * Closes the notification of answers to one's own ask when the page is visible, because it shows them, and tells the server, so
 * that other devices close theirs. After a reconnect it tells again: the server may be another one.
 */
export function useReportSeenAnswers(uid: string | undefined): void {
  const socket = useLiveSocket();
  const status = useLiveStatus();
  const isVisible = usePageVisible();
  const newest = useNewestAnswer();

  useEffect(() => {
    if (!uid || !isVisible || newest === 0) return;
    closeNotifications(`answer-${uid}`);
    if (status === 'open') socket.send({ type: 'seen', uid, chosenAt: newest });
  }, [socket, status, uid, isVisible, newest]);
}

/** The time of the newest answer that this page knows; 0 for none. It never fetches. */
function useNewestAnswer(): number {
  const queries = useQueryClient();
  const subscribe = useCallback((changed: () => void) => queries.getQueryCache().subscribe(changed), [queries]);
  return useSyncExternalStore(subscribe, () => newestAnswer(queries));
}

function newestAnswer(queries: QueryClient): number {
  const answers = queries.getQueryData<Asks>(ASKS_KEY)?.mine?.answers ?? [];
  return Math.max(0, ...answers.map(({ answeredAt }) => answeredAt));
}
