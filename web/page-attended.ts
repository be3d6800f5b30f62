import { isPageVisible } from './page-visible.ts';

/** After a touch, a key or a movement of the pointer, somebody counts as using the page for this long. */
const THERE_MS = 60_000;

/** The last use; opening the page is one. */
let usedAt = Date.now();
const waiting = new Set<() => void>();

/**
 * Runs it at once if somebody uses the page, otherwise with the next use: nobody sees a screen in an empty room.
 * @returns a function that cancels it
 */
export function whenAttended(run: () => void): () => void {
  if (Date.now() - usedAt < THERE_MS) run();
  else waiting.add(run);
  return () => void waiting.delete(run);
}

function onUse(): void {
  if (!isPageVisible()) return;
  usedAt = Date.now();
  const due = [...waiting];
  waiting.clear();
  for (const run of due) run();
}

for (const use of ['pointerdown', 'pointermove', 'wheel', 'keydown', 'visibilitychange'])
  addEventListener(use, onUse, { capture: true, passive: true });
