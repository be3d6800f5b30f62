import { asksForSupport } from '#contract/moods.ts';
import type { MoodChoice } from './share-mood.ts';

const SUPPORT_WAITS = 'You’re offline, so nobody has been asked yet. We keep trying for 10 minutes.';
const SUPPORT_UNKNOWN = 'No connection. Your friends may not be asked yet. We keep trying.';
const WAITS = 'Waiting for a connection.';
const EXPIRED = 'Not sent. Choose again when you’re online.';
const EXPIRED_UNKNOWN =
  'No connection. Your friends may have been asked. When you’re online, look here, or choose again.';

/** What is known of a choice that waits, or was given up: one that was sent may have asked friends, though no answer came. */
export function waitingWords({ mood, mayHaveArrived, isOver }: MoodChoice): string {
  const isUnknown = asksForSupport(mood) && mayHaveArrived;
  if (isOver) return isUnknown ? EXPIRED_UNKNOWN : EXPIRED;
  if (!asksForSupport(mood)) return WAITS;
  return isUnknown ? SUPPORT_UNKNOWN : SUPPORT_WAITS;
}
