import type { QueryClient } from '@tanstack/react-query';
import type { ConnectionEntry } from '#contract/views.ts';
import { applyEvent } from '#web/live/index.ts';
import { withoutUnread } from './connection-changes.ts';
import { connectionsKey } from './connections-key.ts';

/** `me` has read everything that `sender` wrote. */
export function applyRead(queries: QueryClient, me: string, sender: string): void {
  applyEvent<ConnectionEntry[]>(queries, connectionsKey(me), (list) => withoutUnread(list, sender));
}
