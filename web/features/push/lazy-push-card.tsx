import { useIdleChunk } from '#web/use-idle-chunk.ts';
import { loadParts } from './load-parts.ts';

/** Loads the card that asks for notifications. */
export function LazyPushCard() {
  const parts = useIdleChunk(loadParts);
  return parts && <parts.PushCard />;
}
