import { late } from '#web/loading/late-chunk.ts';

/** It stands below the screen's content, so nothing moves when it comes. */
export const FirstSteps = late(() => import('./first-steps-card.tsx'), 'FirstStepsCard');
