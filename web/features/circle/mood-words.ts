import { MOOD_CATALOGUE } from '#contract/moods.ts';
import type { ConnectionEntry } from '#contract/views.ts';

/** How a friend is, after their name. @param isAsked whether their ask is open: then it asks for help, too */
export function moodWords({ mood, isNew }: Pick<ConnectionEntry, 'mood' | 'isNew'>, isAsked: boolean): string {
  if (isNew) return 'is new here.';
  const { moodMessage } = MOOD_CATALOGUE[mood];
  return isAsked ? moodMessage : moodMessage.replace(/ Can you help out.*/, '');
}
