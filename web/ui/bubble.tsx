import { MOOD_CATALOGUE, type Mood } from '#contract/moods.ts';
import { LineIcon } from './line-icon.tsx';

/** A sign for each mood, for people who cannot tell the colours: a smile, a heart, a ruffled line, a moon. */
const SIGNS: Record<Mood, string> = {
  Green: 'M8.5 9.2v.6M15.5 9.2v.6M7.5 14c1 1.9 2.6 2.8 4.5 2.8s3.5-.9 4.5-2.8',
  Purple:
    'M12 17.5s-5.5-3.2-5.5-6.7c0-1.9 1.4-3.1 2.9-3.1 1.2 0 2.1.7 2.6 1.7.5-1 1.4-1.7 2.6-1.7 1.5 0 2.9 1.2 2.9 3.1 0 3.5-5.5 6.7-5.5 6.7z',
  Yellow: 'M6 10.2c1.5-2 2.5-2 4 0s2.5 2 4 0 2.5-2 4 0M6 15.2c1.5-2 2.5-2 4 0s2.5 2 4 0 2.5-2 4 0',
  Dark: 'M16.9 14.1a6 6 0 0 1-7.5-7.5 6 6 0 1 0 7.5 7.5z',
};

const SIZES = { tiny: 'size-4.5', rim: 'size-5.5', small: 'size-6', medium: 'size-11', large: 'size-14' };

export function Bubble({ mood, size = 'medium' }: { mood: Mood; size?: keyof typeof SIZES }) {
  return (
    <span
      className={`${MOOD_CATALOGUE[mood].style} ${SIZES[size]} inline-block shrink-0 rounded-full transition-colors forced-color-adjust-none`}
      title={MOOD_CATALOGUE[mood].name}
    >
      <LineIcon path={SIGNS[mood]} className="size-full" strokeWidth={1.8} />
      <span className="sr-only">{MOOD_CATALOGUE[mood].name}</span>
    </span>
  );
}
