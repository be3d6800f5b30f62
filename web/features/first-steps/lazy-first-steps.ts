import { late } from '#web/use-late-chunk.ts';

/** The card of first steps. It stands below the screen's content, so nothing moves. */
export const FirstSteps = late(
  () => import('./first-steps-card.tsx'),
  ({ FirstStepsCard }) => FirstStepsCard,
);
