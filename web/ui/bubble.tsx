import { MOOD_CATALOGUE, type Mood } from '#contract/moods.ts';
import { MoodSign } from './mood-sign.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

const SIZES = { small: 'size-6', medium: 'size-11', large: 'size-14' };

/** A mood's bubble: its colour, its sign, and its name for screen readers. */
export function Bubble({ mood, size = 'medium' }: { mood: Mood; size?: keyof typeof SIZES }) {
  return (
    <span
      className={`${MOOD_CATALOGUE[mood].style} ${SIZES[size]} inline-block shrink-0 rounded-full transition-colors forced-color-adjust-none`}
      title={mood}
    >
      <MoodSign mood={mood} />
      <VisuallyHidden>{mood}</VisuallyHidden>
    </span>
  );
}
