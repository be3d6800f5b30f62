import { createLateChunk } from '#web/use-late-chunk.ts';

/** What is shown about asks; null until it has loaded. It is loaded when there is an ask. */
export const useParts = createLateChunk(() => import('./parts.ts'));
