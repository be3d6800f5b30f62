/** What live events do to a list of connections: each function answers with the list as it is afterwards. */
import type { ChosenMood, ConnectionEntry } from '#contract/views.ts';
import { byLastMessage } from './by-last-message.ts';

/** A mood that was chosen before the one that is known changes nothing: events may overtake each other. */
export function withMood(entries: ConnectionEntry[], uid: string, { mood, chosenAt }: ChosenMood): ConnectionEntry[] {
  return changeEntry(entries, uid, (entry) =>
    chosenAt > entry.moodChosenAt ? { ...entry, mood, moodChosenAt: chosenAt } : entry,
  );
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
  const known = entries.find(({ uid }) => uid === entry.uid);
  const added = known ? withMood([entry], known.uid, { mood: known.mood, chosenAt: known.moodChosenAt }) : [entry];
  return [...added, ...entries.filter((each) => each !== known)].sort(byLastMessage);
}

function changeEntry(
  entries: ConnectionEntry[],
  uid: string,
  change: (entry: ConnectionEntry) => ConnectionEntry,
): ConnectionEntry[] {
  return entries.map((entry) => (entry.uid === uid ? change(entry) : entry));
}
