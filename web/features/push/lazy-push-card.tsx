import { useIdleChunk } from '#web/use-idle-chunk.ts';

/** Loads the card that asks for notifications. */
export function LazyPushCard() {
  const parts = useIdleChunk(() => import('./parts.ts'));
  return parts && <parts.PushCard />;
}
