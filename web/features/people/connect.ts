import type { ConnectionEntry } from '#contract/views.ts';
import { call } from '#web/http.ts';

/** Connects `me` and `other`, in both directions (spec §4). Doing it again changes nothing. */
export function connect(me: string, other: string): Promise<ConnectionEntry> {
  return call<ConnectionEntry>('PUT', `/api/users/${me}/connections/${other}`, {});
}
