import { idle, useLateChunk } from '#web/use-late-chunk.ts';
import { loadParts } from './load-parts.ts';

/** Loads the card that asks for notifications. */
export function LazyPushCard() {
  const parts = useLateChunk(true, () => idle().then(loadParts));
  return parts && <parts.PushCard />;
}
