import type { QueryClient } from '@tanstack/react-query';
import type { ConnectionEntry } from '#contract/views.ts';
import { applyEvent } from '#web/live/index.ts';
import { withConnection } from './connection-changes.ts';
import { connectionsKey } from './connections-key.ts';

/** `me` is connected with the person of `entry` from now on. */
export function addConnection(queries: QueryClient, me: string, entry: ConnectionEntry): void {
  applyEvent<ConnectionEntry[]>(queries, connectionsKey(me), (list) => withConnection(list, entry));
}
