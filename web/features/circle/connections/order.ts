import type { ConnectionEntry } from '#contract/views.ts';

/** The order of every list of connections: newest last message first (spec §3). */
export function byLastMessage(one: ConnectionEntry, other: ConnectionEntry): number {
  return (other.lastmessage || 0) - (one.lastmessage || 0);
}
