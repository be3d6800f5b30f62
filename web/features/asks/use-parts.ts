import { createLateChunk } from '#web/use-late-chunk.ts';
import { noteAwaited } from '#web/when-idle.ts';

/** What is shown about asks; null until it has loaded. It is loaded when there is an ask. */
export const useParts = createLateChunk(() => noteAwaited(import('./parts.ts')));
