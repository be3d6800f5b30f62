import type { Photo } from '#contract/photos.ts';
import type { Message, Quote } from '#contract/views.ts';
import { dayLabel, daysBetween } from '#web/dates/format-date.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { OutgoingMessage } from '../sending/outgoing.ts';

/** A person's messages that follow each other within this time stand together. */
const GROUP_MS = 5 * 60_000;

export type MessageState = 'on its way' | 'sent' | 'read';

export interface TimelineItem {
  id: string;
  seq: number | null;
  isMine: boolean;
  content: string;
  photos: readonly Photo[] | undefined;
  /** In ms. Shown under the last message of a group. */
  timestamp: number;
  day: string | null;
  /** What only few messages have. */
  quote?: Quote | undefined;
  reactions?: Message['reactions'];
  deleted?: boolean | undefined;
  isFirstNew: boolean;
  isGroupStart: boolean;
  isGroupEnd: boolean;
  /** Null for the other person's messages, and for deleted ones. */
  state: MessageState | null;
}

/**
 * The items of the message list: stored messages by seq, then outgoing ones. The oldest message shows its day only when
 * there are no older ones; otherwise its label would vanish when they are fetched.
 * @param firstNew the seq from which on the other person's messages are new; null when none is
 */
export function timeline(
  conversation: Conversation,
  outgoing: OutgoingMessage[],
  me: string,
  now: Date,
  firstNew: number | null = null,
): TimelineItem[] {
  const { messages, before } = conversation;
  const stored = new Set(messages.map(({ id }) => id));
  const items: TimelineItem[] = messages.map((message) => {
    const { id, seq, sender, content, timestamp, read, quote, reactions, photos, deleted } = message;
    const isMine = sender === me;
    const state = isMine && !deleted ? (read ? 'read' : 'sent') : null;
    return { ...ALONE, id, seq, isMine, content, timestamp, state, quote, reactions, photos, deleted };
  });
  for (const { id, content, quote, photos, at } of outgoing) {
    if (stored.has(id)) continue;
    items.push({ ...ALONE, id, seq: null, isMine: true, content, quote, photos, timestamp: at, state: 'on its way' });
  }
  const first = firstNew === null ? undefined : items.find(({ seq, isMine }) => !isMine && seq! >= firstNew);
  if (first) first.isFirstNew = true;
  for (const [index, item] of items.entries()) {
    const previous = items[index - 1];
    if (isFirstOfDay(previous, item, before)) item.day = dayLabel(new Date(item.timestamp), now);
    if (previous === undefined || !standTogether(previous, item)) continue;
    previous.isGroupEnd = false;
    item.isGroupStart = false;
  }
  return items;
}

const ALONE = { day: null, isFirstNew: false, isGroupStart: true, isGroupEnd: true };

function isFirstOfDay(previous: TimelineItem | undefined, item: TimelineItem, before: number | null): boolean {
  if (previous === undefined) return before === null;
  return daysBetween(new Date(previous.timestamp), new Date(item.timestamp)) !== 0;
}

/** It depends on these two alone, so that older messages that are fetched change no group below them. */
function standTogether(previous: TimelineItem, item: TimelineItem): boolean {
  if (item.day !== null || item.isFirstNew || previous.isMine !== item.isMine) return false;
  return Math.abs(previous.timestamp - item.timestamp) < GROUP_MS;
}
