import { late } from '#web/use-late-chunk.ts';

/** 'Use a passkey'. */
export const LazyPasskeySignIn = late(
  () => import('./passkey-sign-in.tsx'),
  ({ PasskeySignIn }) => PasskeySignIn,
);
