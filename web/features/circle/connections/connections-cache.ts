import type { QueryClient } from '@tanstack/react-query';
import type { ConnectionEntry, Message } from '#contract/views.ts';
import { applyEvent, fetchAgain } from '#web/live/index.ts';
import { withMessage } from './connection-changes.ts';
import { connectionsKey } from './connections-key.ts';

/**
 * Brings a new message of `me` into the list of connections: its time, the order, and one unread more unless it is
 * `me`'s own or is being looked at.
 */
export function applyMessage(queries: QueryClient, me: string, message: Message, isLookedAt: boolean): void {
  const key = connectionsKey(me);
  const other = message.sender === me ? message.receiver : message.sender;
  const isUnread = message.sender !== me && !isLookedAt;
  const entry = queries.getQueryData<ConnectionEntry[]>(key)?.find(({ uid }) => uid === other);
  // An entry that is as new as the message may have counted it already, and a missing one is not known yet: only the
  // server can tell.
  if (entry === undefined || (isUnread && message.timestamp <= entry.lastmessage)) void fetchAgain(queries, key);
  else
    applyEvent<ConnectionEntry[]>(queries, key, (list) =>
      withMessage(list, other, message.timestamp, isUnread ? 1 : 0),
    );
}
