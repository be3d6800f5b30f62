/** Which tabs of this browser are open: each holds a lock. Browsers give locks to secure pages only. */
import type { OutgoingQueue } from './outgoing-queue.ts';

const lockOf = (tab: string) => `tab ${tab}`;

/** Says to other tabs that this one is open. Returns a function that ends it; so does closing the tab. */
export function holdTab(tab: string): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  navigator.locks?.request(lockOf(tab), () => released).catch((error) => console.info('A lock was refused.', error));
  return release;
}

/**
 * Takes over the messages that closed tabs have left, so that they leave at once. Where a browser cannot say which tabs are
 * open, they leave when they are old enough (`deliver-outgoing.ts`).
 */
export async function takeOverMessages(queue: OutgoingQueue, tab: string): Promise<void> {
  const held = (await navigator.locks?.query())?.held;
  if (!held) return;
  const open = new Set(held.map(({ name }) => name));
  for (const message of queue.list())
    if (message.tab !== tab && !open.has(lockOf(message.tab))) queue.update({ ...message, tab });
}
