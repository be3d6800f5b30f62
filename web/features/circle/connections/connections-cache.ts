/** The cached list of a person's connections, and what events and answers change in it. */

import type { ChosenMood, ConnectionEntry, Message } from '#contract/views.ts';
import { applyEvent, fetchAgain } from '#web/live/index.ts';
import { queries } from '#web/query-cache.ts';
import { withConnection, withMessage, withMood, withoutUnread } from './connection-changes.ts';

export function connectionsKey(uid: string) {
  return ['connections', uid] as const;
}

/** Whose messages a call is marking read: an answer that comes meanwhile may still count them. */
export const beingRead = new Set<string>();

export function applyMood(me: string, uid: string, chosen: ChosenMood): void {
  if (uid === me) return;
  const key = connectionsKey(me);
  const isKnown = queries.getQueryData<ConnectionEntry[]>(key)?.some((entry) => entry.uid === uid);
  // The new connection's own event has not arrived yet, and may carry an older mood.
  if (isKnown === false) void fetchAgain(key);
  else applyEvent<ConnectionEntry[]>(key, (list) => withMood(list, uid, chosen));
}

/** Its time, the order, the preview, and the unread count, unless it is `me`'s own or `isSeen`: its chat is open and visible. */
export function applyMessage(me: string, message: Message, isSeen: boolean): void {
  const key = connectionsKey(me);
  const other = message.sender === me ? message.receiver : message.sender;
  const isUnread = message.sender !== me && !isSeen;
  const entry = queries.getQueryData<ConnectionEntry[]>(key)?.find(({ uid }) => uid === other);
  // An entry as new as the message may have counted it already, and an unknown entry has no count: ask the server.
  if (entry === undefined || (isUnread && message.timestamp <= entry.lastmessage)) void fetchAgain(key);
  else applyEvent<ConnectionEntry[]>(key, (list) => withMessage(list, other, message, isUnread ? 1 : 0));
}

export function applyRead(me: string, sender: string): void {
  applyEvent<ConnectionEntry[]>(connectionsKey(me), (list) => withoutUnread(list, sender));
}

export function applyGone(me: string, uid: string): void {
  applyEvent<ConnectionEntry[]>(connectionsKey(me), (list) => list.filter((entry) => entry.uid !== uid));
}

export function applyConnection(me: string, entry: ConnectionEntry): void {
  applyEvent<ConnectionEntry[]>(connectionsKey(me), (list) => withConnection(list, entry));
}
