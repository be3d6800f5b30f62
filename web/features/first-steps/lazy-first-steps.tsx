import { idle, useLateChunk } from '#web/use-late-chunk.ts';

/** Loads the card of first steps when the browser is idle. It stands below the screen's content, so nothing moves. */
export function FirstSteps({ uid }: { uid: string }) {
  const loaded = useLateChunk(true, () => idle().then(() => import('./first-steps-card.tsx')));
  return loaded && <loaded.FirstStepsCard uid={uid} />;
}
