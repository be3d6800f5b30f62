import type { ChosenMood } from '#contract/views.ts';

/** Of two moods of a person the one that holds, in whatever order they were heard of. */
export function laterMood(known: ChosenMood | undefined, heard: ChosenMood): ChosenMood {
  return known && known.chosenAt > heard.chosenAt ? known : heard;
}
