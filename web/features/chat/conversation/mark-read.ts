import { useEffect, useEffectEvent } from 'react';
import type { ConnectionEntry } from '#contract/views.ts';
import { call } from '#web/calls/http.ts';
import { applyRead, beingRead, connectionsKey } from '#web/features/circle/index.ts';
import { fetchAgain, liveSocket } from '#web/live/index.ts';
import { usePageVisible } from '#web/page-visible.ts';
import { queries } from '#web/query-cache.ts';
import { readStoredUser } from '#web/stored-user.ts';
import { type Conversation, conversationKey, withRead } from './conversation.ts';

/**
 * Marks the other person's messages as read while their chat is open and visible (spec §4). It waits for a fetch under way:
 * the answer says which message was the first unread one, and the mark would be faster. A chat that is left before is marked then.
 * No late part: that may load after the chat was left.
 * @param isFetching whether the newest messages are being fetched
 */
export function useMarkRead(
  me: string,
  { uid, unread }: ConnectionEntry,
  conversation: Conversation | undefined,
  isFetching: boolean,
): void {
  const isVisible = usePageVisible();
  const isKnown = conversation !== undefined && !isFetching;
  const newestUnread = conversation?.messages.findLast(({ sender, read }) => sender === uid && !read)?.seq;
  const mark = useEffectEvent(() => {
    if (isVisible && (unread > 0 || newestUnread !== undefined)) markRead(me, uid);
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when there may be something to mark
  useEffect(() => {
    if (isKnown) mark();
  }, [isKnown, isVisible, unread, newestUnread]);
  useEffect(() => () => mark(), []);
}

/** `me` has read everything that `sender` wrote (spec §4). Shown at once; a failure is only logged (spec §8). */
function markRead(me: string, sender: string): void {
  queries.setQueryData<Conversation>(
    conversationKey(sender),
    (known) => known && withRead(known, sender, Number.POSITIVE_INFINITY),
  );
  applyRead(me, sender);
  // A chat is also left at a sign-out, and a POST uses the cookie, which may be another person's by now.
  if (liveSocket.send({ type: 'read', sender }) || readStoredUser()?.uid !== me) return;
  beingRead.add(sender);
  call('POST', '/api/messages/read', { sender })
    .catch((error) => console.info('Messages could not be marked read.', error))
    .finally(() => {
      beingRead.delete(sender);
      void fetchAgain(connectionsKey(me));
    });
}
