import { createLateChunk } from '#web/loading/late-chunk.ts';

export type LateChatParts = typeof import('./late-chat-parts.ts');

/** Null until they have loaded, when the browser is idle. */
export const useLateChatParts = createLateChunk<LateChatParts>(() => import('./late-chat-parts.ts'), true);
