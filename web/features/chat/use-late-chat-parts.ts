import { createLateChunk } from '#web/use-late-chunk.ts';

export type LateChatParts = typeof import('./late-chat-parts.ts');

const useLoaded = createLateChunk(() => import('./late-chat-parts.ts'), true);

/** Null until they have loaded, when the browser is idle. */
export function useLateChatParts(): LateChatParts | null {
  return useLoaded(true);
}
