/** What live events do to a list of connections: each function answers with the list as it is afterwards. */
import type { Mood } from '#contract/moods.ts';
import type { ConnectionEntry } from '#contract/views.ts';
import { byLastMessage } from './by-last-message.ts';

export function withMood(entries: ConnectionEntry[], uid: string, mood: Mood): ConnectionEntry[] {
  return changeEntry(entries, uid, (entry) => ({ ...entry, mood }));
}

export function withoutUnread(entries: ConnectionEntry[], uid: string): ConnectionEntry[] {
  return changeEntry(entries, uid, (entry) => (entry.unread === 0 ? entry : { ...entry, unread: 0 }));
}

/** A message went between this person and `uid` at `timestamp`; `unread` more of that person's are unread now. */
export function withMessage(entries: ConnectionEntry[], uid: string, timestamp: number, unread: number) {
  const changed = changeEntry(entries, uid, (entry) => ({
    ...entry,
    lastmessage: Math.max(entry.lastmessage || 0, timestamp),
    unread: entry.unread + unread,
  }));
  return changed.sort(byLastMessage);
}

export function withConnection(entries: ConnectionEntry[], entry: ConnectionEntry): ConnectionEntry[] {
  return [entry, ...entries.filter(({ uid }) => uid !== entry.uid)].sort(byLastMessage);
}

function changeEntry(
  entries: ConnectionEntry[],
  uid: string,
  change: (entry: ConnectionEntry) => ConnectionEntry,
): ConnectionEntry[] {
  return entries.map((entry) => (entry.uid === uid ? change(entry) : entry));
}
