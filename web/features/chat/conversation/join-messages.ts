import type { Message } from '#contract/views.ts';

/**
 * Both lists as one: by seq, each message once. What either knows as read is read, so answers and events may come in
 * any order.
 */
export function joinMessages(one: Message[], other: Message[]): Message[] {
  const byId = new Map(one.map((message) => [message.id, message]));
  for (const message of other) {
    const known = byId.get(message.id);
    byId.set(message.id, known?.read ? { ...message, read: true } : message);
  }
  return [...byId.values()].sort((a, b) => a.seq - b.seq);
}
