import { useId } from 'react';
import { MOOD_CATALOGUE, type Mood } from '#contract/moods.ts';
import { Bubble } from '#web/ui/bubble.tsx';

interface MoodChoiceProps {
  mood: Mood;
  isChosen: boolean;
  onChoose: () => void;
}

/** One of the four moods: a radio button, as a card with the mood's bubble and its label (spec §2). */
export function MoodChoice({ mood, isChosen, onChoose }: MoodChoiceProps) {
  const labelId = useId();
  return (
    <label className="flex min-h-18 items-center gap-4 rounded-3xl border-2 border-transparent bg-surface px-4 py-2.5 shadow-soft transition hover:border-line has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-3 has-focus-visible:outline-accent has-focus-visible:outline-offset-2">
      <input
        type="radio"
        name="mood"
        value={mood}
        checked={isChosen}
        onChange={onChoose}
        aria-labelledby={labelId}
        className="peer sr-only"
      />
      <Bubble mood={mood} size="large" />
      <span id={labelId} className="grow font-medium text-lg leading-snug">
        {MOOD_CATALOGUE[mood].message}
      </span>
      <Tick />
    </label>
  );
}

/** Marks the chosen card for eyes, beside its colour. */
function Tick() {
  return (
    <svg
      viewBox="0 0 24 24"
      className="size-7 shrink-0 rounded-full bg-accent stroke-accent-ink p-1 opacity-0 transition-opacity peer-checked:opacity-100"
      fill="none"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="m5 12.5 4.5 4.5L19 7.5" />
    </svg>
  );
}
