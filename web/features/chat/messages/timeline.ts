import { dayLabel } from '#web/dates/day-label.ts';
import { daysBetween } from '#web/dates/days-between.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { OutgoingMessage } from '../sending/outgoing-message.ts';

/** One line of the message list. */
export interface TimelineItem {
  id: string;
  isMine: boolean;
  content: string;
  timestamp: number;
  /** What stands above it when it is the first of its day. */
  day: string | null;
  /** On its way; read by the other, at the newest one of which that is true; nothing to tell. */
  state: 'on its way' | 'read' | null;
}

/**
 * The message list of a chat: what is stored, by seq, then what is on its way. The oldest that is held bears its day only
 * when nothing is older, so that nothing on the screen changes when older messages come in above.
 */
export function timeline(held: Conversation, outgoing: OutgoingMessage[], me: string, now: Date): TimelineItem[] {
  const stored = new Set(held.messages.map(({ id }) => id));
  const newestRead = held.messages.findLast(({ sender, read }) => sender === me && read)?.id;
  const items: TimelineItem[] = held.messages.map(({ id, sender, content, timestamp }) => ({
    id,
    isMine: sender === me,
    content,
    timestamp,
    day: null,
    state: id === newestRead ? 'read' : null,
  }));
  for (const { id, content, at } of outgoing) {
    if (stored.has(id)) continue;
    items.push({ id, isMine: true, content, timestamp: at, day: null, state: 'on its way' });
  }
  return items.map((item, index) => {
    const previous = items[index - 1];
    const isFirstOfDay = previous
      ? daysBetween(new Date(previous.timestamp), new Date(item.timestamp)) !== 0
      : held.before === null;
    return isFirstOfDay ? { ...item, day: dayLabel(new Date(item.timestamp), now) } : item;
  });
}
