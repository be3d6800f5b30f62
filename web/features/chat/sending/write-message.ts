import { newId } from '#contract/new-id.ts';
import { outgoingOf } from './outgoing-of.ts';
import { tabId } from './tab-id.ts';

/** Puts a message on its way: kept at once, shown at once, and delivered as soon as that can be. */
export function writeMessage(me: string, receiver: string, content: string): void {
  const queue = outgoingOf(me);
  // Two in one millisecond, or a clock that was set back, must not change their order.
  const at = Math.max(Date.now(), (queue.list().at(-1)?.at ?? 0) + 1);
  queue.add({ id: newId(), receiver, content, at, tab: tabId() });
}
