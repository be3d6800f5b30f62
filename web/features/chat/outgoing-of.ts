import { OutgoingQueue } from './outgoing-queue.ts';

const queues = new Map<string, OutgoingQueue>();

/** This tab's one queue of a person's messages on their way. Signing out keeps it: it goes out when they are back. */
export function outgoingOf(uid: string): OutgoingQueue {
  const queue = queues.get(uid) ?? new OutgoingQueue(uid, localStorage);
  queues.set(uid, queue);
  return queue;
}
