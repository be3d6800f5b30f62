import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { ConnectionEntry } from '#contract/views.ts';
import { applyRead } from '#web/features/circle/index.ts';
import { call } from '#web/http.ts';
import { type LiveSocket, useLiveSocket } from '#web/live/index.ts';
import { type Conversation, conversationKey } from './conversation.ts';
import { withRead } from './live-changes.ts';

/**
 * Marks the other person's messages as read while their chat is open and visible (spec §4). It waits for a fetch under way:
 * the answer says which message was the first unread one, and the mark would be faster.
 */
export function useMarkRead(
  me: string,
  entry: ConnectionEntry,
  conversation: Conversation | undefined,
  isFetching: boolean,
): void {
  const queries = useQueryClient();
  const socket = useLiveSocket();
  const isVisible = useIsVisible();
  const { uid, unread } = entry;
  const canMark = isVisible && conversation !== undefined && !isFetching;
  const newestUnread = conversation?.messages.findLast(({ sender, read }) => sender === uid && !read)?.seq;

  useEffect(() => {
    if (canMark && (unread > 0 || newestUnread !== undefined)) markRead(queries, socket, me, uid);
  }, [queries, socket, me, uid, canMark, unread, newestUnread]);
}

/** `me` has read everything that `sender` wrote (spec §4). Shown at once; a failure is only logged (spec §8). */
function markRead(queries: QueryClient, socket: LiveSocket, me: string, sender: string): void {
  queries.setQueryData<Conversation>(
    conversationKey(sender),
    (known) => known && withRead(known, sender, Number.POSITIVE_INFINITY),
  );
  applyRead(queries, me, sender);
  if (socket.send({ type: 'read', sender })) return;
  call('POST', '/api/messages/read', { sender }).catch((error) => {
    console.info('Messages could not be marked read.', error);
  });
}

/** False while the page is behind another tab or the screen is locked. */
function useIsVisible(): boolean {
  return useSyncExternalStore(
    (changed) => {
      document.addEventListener('visibilitychange', changed);
      return () => document.removeEventListener('visibilitychange', changed);
    },
    () => document.visibilityState === 'visible',
  );
}
