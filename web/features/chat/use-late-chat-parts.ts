import { idle, useLateChunk } from '#web/use-late-chunk.ts';

export type LateChatParts = typeof import('./late-chat-parts.tsx');

let loaded: LateChatParts | null = null;

/** Null until they have loaded, when the browser is idle. */
export function useLateChatParts(): LateChatParts | null {
  const late = useLateChunk(loaded === null, () => idle().then(() => import('./late-chat-parts.tsx')));
  loaded ??= late;
  return loaded;
}
