import { heldQueues } from '../clear-other-users-data.ts';
import { OutgoingQueue } from './outgoing-queue.ts';

/** This tab's one queue of a person's messages on their way. Signing out keeps it: it goes out when they are back. */
export function outgoingOf(uid: string): OutgoingQueue {
  const queue = heldQueues.get(uid) ?? new OutgoingQueue(uid, localStorage);
  heldQueues.set(uid, queue);
  return queue;
}
