import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ConnectionEntry } from '#contract/views.ts';
import { useLiveSocket } from '#web/live/index.ts';
import type { Conversation } from './conversation.ts';
import { markRead } from './mark-read.ts';
import { useIsVisible } from './use-is-visible.ts';

/** While this chat is open and visible, what the other wrote is read, and so is what arrives. */
export function useMarkRead(me: string, entry: ConnectionEntry, held: Conversation | undefined): void {
  const queries = useQueryClient();
  const socket = useLiveSocket();
  const isVisible = useIsVisible();
  const { uid, unread } = entry;
  const newestUnread = held?.messages.findLast(({ sender, read }) => sender === uid && !read)?.seq;

  useEffect(() => {
    if (isVisible && (unread > 0 || newestUnread !== undefined)) markRead(queries, socket, me, uid);
  }, [queries, socket, me, uid, isVisible, unread, newestUnread]);
}
