/** Pure functions: each takes a list of connections and returns the list after one change. */
import { previewText } from '#contract/chat/preview-text.ts';
import type { ChosenMood, ConnectionEntry, Message } from '#contract/views.ts';

/** Keeps the mood that was chosen later, because events may arrive out of order. */
export function withMood(entries: ConnectionEntry[], uid: string, { mood, chosenAt }: ChosenMood): ConnectionEntry[] {
  return changeEntry(entries, uid, ({ isNew, ...entry }) =>
    chosenAt > entry.moodChosenAt ? { ...entry, mood, moodChosenAt: chosenAt } : { ...entry, ...(isNew && { isNew }) },
  );
}

export function withoutUnread(entries: ConnectionEntry[], uid: string): ConnectionEntry[] {
  return changeEntry(entries, uid, (entry) => (entry.unread === 0 ? entry : { ...entry, unread: 0 }));
}

/** Adds a message of the chat with `uid`, and `unread` more unread messages (0 or 1). The newest message is the preview. */
export function withMessage(entries: ConnectionEntry[], uid: string, message: Message, unread: number) {
  const { seq, sender, content, timestamp, deleted } = message;
  const changed = changeEntry(entries, uid, (entry) => ({
    ...entry,
    lastmessage: Math.max(entry.lastmessage || 0, timestamp),
    unread: entry.unread + unread,
    preview:
      entry.preview && entry.preview.seq > seq
        ? entry.preview
        : { seq, mine: sender !== uid, text: previewText(content), ...(deleted && { deleted }) },
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

/** The order of every list of connections: newest last message first (spec §3). */
export function byLastMessage(one: ConnectionEntry, other: ConnectionEntry): number {
  return (other.lastmessage || 0) - (one.lastmessage || 0);
}
