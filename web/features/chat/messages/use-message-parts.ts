import { idle, useLateChunk } from '#web/use-late-chunk.ts';

/** What few messages need: links, quotes, reactions, and the menu. No part of the first load. */
export type MessageParts = typeof import('../actions/message-parts.tsx');

let loaded: MessageParts | null = null;

/** Null until they have loaded, when the browser is idle. */
export function useMessageParts(): MessageParts | null {
  const late = useLateChunk(loaded === null, () => idle().then(() => import('../actions/message-parts.tsx')));
  loaded ??= late;
  return loaded;
}
