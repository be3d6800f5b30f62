import { isPageVisible } from './page-visible.ts';

/** How long after a touch, a key or a movement of the pointer somebody is taken to be there. */
const THERE_MS = 60_000;

/** Who opens a page is there. */
let usedAt = Date.now();
const waiting = new Set<() => void>();

/**
 * Runs it once somebody is at the page, which may be at once: a screen in an empty room has shown nothing to anybody.
 * @returns gives it up
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
