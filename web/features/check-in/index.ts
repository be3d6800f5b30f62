import { late } from '#web/loading/late-chunk.ts';

export { CheckInStrip } from './cards.tsx';
export { KeepCheckIns, useKnownCheckIns, useOpenCheckIns } from './use-check-ins.ts';

/** What waits for the person's answer, and friends who have not checked in. */
export const CheckInCards = late(() => import('./cards.tsx'), 'CheckInCards');
