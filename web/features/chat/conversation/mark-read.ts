import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ConnectionEntry } from '#contract/views.ts';
import { applyRead } from '#web/features/circle/index.ts';
import { call } from '#web/http.ts';
import { type LiveSocket, useLiveSocket } from '#web/live/index.ts';
import { usePageVisible } from '#web/page-visible.ts';
import { type Conversation, conversationKey } from './conversation.ts';
import { withRead } from './live-changes.ts';

interface MarkReadProps {
  me: string;
  entry: ConnectionEntry;
  conversation: Conversation | undefined;
  /** Whether the newest messages are being fetched. */
  isFetching: boolean;
}

/**
 * Marks the other person's messages as read while their chat is open and visible (spec §4). It waits for a fetch under way:
 * the answer says which message was the first unread one, and the mark would be faster. Renders nothing.
 */
export function MarkRead({ me, entry, conversation, isFetching }: MarkReadProps) {
  const queries = useQueryClient();
  const socket = useLiveSocket();
  const isVisible = usePageVisible();
  const { uid, unread } = entry;
  const canMark = isVisible && conversation !== undefined && !isFetching;
  const newestUnread = conversation?.messages.findLast(({ sender, read }) => sender === uid && !read)?.seq;

  useEffect(() => {
    if (canMark && (unread > 0 || newestUnread !== undefined)) markRead(queries, socket, me, uid);
  }, [queries, socket, me, uid, canMark, unread, newestUnread]);
  return null;
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
