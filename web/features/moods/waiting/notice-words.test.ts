import { expect, test } from 'vitest';
import type { Mood } from '#contract/moods.ts';
import { waitingWords } from './share-mood.ts';

const UNKNOWN = "We could not reach Moodring, so we don't know yet whether your friends were asked. We keep trying.";

test.each<['waiting' | 'expired', Mood, boolean, string | RegExp]>([
  ['waiting', 'Dark', false, "You're offline, so nobody has been asked yet. We keep trying for 10 minutes."],
  ['waiting', 'Dark', true, UNKNOWN],
  ['waiting', 'Purple', true, UNKNOWN],
  ['waiting', 'Green', true, 'Waiting for a connection.'],
  ['expired', 'Dark', false, "Not sent. Choose again when you're online."],
  ['expired', 'Dark', true, /^We could not reach Moodring, so we don't know whether your friends were asked\./],
  ['expired', 'Yellow', true, "Not sent. Choose again when you're online."],
])('%s, %s, sent over a connection: %s, reads as what is known', (kind, mood, mayHaveArrived, words) => {
  const item = { id: 'one', owner: 'ada', kind: 'mood', lane: 'mood', at: 1 } as const;
  const read = waitingWords({ ...item, mood, mayHaveArrived, isOver: kind === 'expired' });
  if (typeof words === 'string') expect(read).toBe(words);
  else expect(read).toMatch(words);
});
