import type { QueryClient } from '@tanstack/react-query';
import type { ChosenMood, ConnectionEntry } from '#contract/views.ts';
import { applyEvent, fetchAgain } from '#web/live/index.ts';
import { withMood } from './connection-changes.ts';
import { connectionsKey } from './connections-key.ts';

/** Brings a mood of one of `me`'s connections into their list. */
export function applyMood(queries: QueryClient, me: string, uid: string, chosen: ChosenMood): void {
  if (uid === me) return;
  const key = connectionsKey(me);
  const isKnown = queries.getQueryData<ConnectionEntry[]>(key)?.some((entry) => entry.uid === uid);
  // The event of the new connection is still on its way, and may bear the mood before this one.
  if (isKnown === false) void fetchAgain(queries, key);
  else applyEvent<ConnectionEntry[]>(queries, key, (list) => withMood(list, uid, chosen));
}
