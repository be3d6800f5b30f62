import { late } from '#web/use-late-chunk.ts';

/** Who would like to be in the person's circle, on /connect. */
export const LazyConnectionRequests = late(
  () => import('./connection-requests.tsx'),
  ({ ConnectionRequests }) => ConnectionRequests,
);
