import { useEffect } from 'react';
import { asksForSupport } from '#contract/moods.ts';
import { useConnections } from '#web/features/circle/index.ts';
import { useLiveSocket, useLiveStatus } from '#web/live/index.ts';

/**
 * Tells the server that the visible chat shows its person's Dark or Purple mood, so that no notification about it comes. After a
 * reconnect it tells again: the server may be another one.
 */
export function useReportSeenMood(visible: string | null): void {
  const socket = useLiveSocket();
  const status = useLiveStatus();
  const { data: entries } = useConnections();
  const entry = entries?.find(({ uid }) => uid === visible);
  const chosenAt = entry && asksForSupport(entry.mood) ? entry.moodChosenAt : undefined;

  useEffect(() => {
    if (visible && chosenAt !== undefined && status === 'open') socket.send({ type: 'seen', uid: visible, chosenAt });
  }, [socket, status, visible, chosenAt]);
}
