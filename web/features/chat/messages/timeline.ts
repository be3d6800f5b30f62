import type { Message, Quote } from '#contract/views.ts';
import { dayLabel, daysBetween } from '#web/dates/format-date.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { OutgoingMessage } from '../sending/outgoing-queue.ts';

/** One item of the message list. */
export interface TimelineItem {
  id: string;
  isMine: boolean;
  content: string;
  timestamp: number;
  /** The day above the first message of a day. */
  day: string | null;
  /** What only few messages have. */
  quote?: Quote | undefined;
  reactions?: Message['reactions'];
  deleted?: boolean | undefined;
  /** 'read' stands at the newest own message that was read. */
  state: 'on its way' | 'read' | null;
}

/**
 * The items of the message list: stored messages by seq, then outgoing ones. The oldest message shows its day only when
 * there are no older ones; otherwise its label would vanish when they are fetched.
 */
export function timeline(
  conversation: Conversation,
  outgoing: OutgoingMessage[],
  me: string,
  now: Date,
): TimelineItem[] {
  const { messages } = conversation;
  const stored = new Set(messages.map(({ id }) => id));
  const newestRead = messages.findLast(({ sender, read, deleted }) => sender === me && read && !deleted)?.id;
  const items: TimelineItem[] = messages.map(({ id, sender, content, timestamp, quote, reactions, deleted }) => ({
    ...{ id, quote, reactions, deleted },
    isMine: sender === me,
    content,
    timestamp,
    day: null,
    state: id === newestRead ? 'read' : null,
  }));
  for (const { id, content, quote, at } of outgoing) {
    if (stored.has(id)) continue;
    items.push({ id, quote, isMine: true, content, timestamp: at, day: null, state: 'on its way' });
  }
  return items.map((item, index) => {
    const previous = items[index - 1];
    const isFirstOfDay = previous
      ? daysBetween(new Date(previous.timestamp), new Date(item.timestamp)) !== 0
      : conversation.before === null;
    return isFirstOfDay ? { ...item, day: dayLabel(new Date(item.timestamp), now) } : item;
  });
}
