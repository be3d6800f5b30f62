import { useId } from 'react';
import { MOOD_CATALOGUE, type Mood } from '#contract/moods.ts';
import * as t from '#language';
import { Bubble } from '#web/ui/bubble.tsx';
import { LineIcon, TICK } from '#web/ui/line-icon.tsx';

interface MoodChoiceProps {
  mood: Mood;
  isPicked: boolean;
  isNow: boolean;
  onPick: () => void;
}

export function MoodChoice({ mood, isPicked, isNow, onPick }: MoodChoiceProps) {
  const labelId = useId();
  return (
    <label className="group relative flex min-h-18 flex-wrap items-center gap-x-4 rounded-3xl border-2 border-transparent bg-surface px-4 py-2.5 shadow-soft transition hover:border-line has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-3 has-focus-visible:outline-accent has-focus-visible:outline-offset-2">
      <input
        type="radio"
        name="mood"
        value={mood}
        checked={isPicked}
        onChange={onPick}
        aria-labelledby={labelId}
        className="sr-only"
      />
      <span className="relative flex">
        <Bubble mood={mood} size="large" />
        {/* For people who cannot tell the colours. */}
        <LineIcon
          path={TICK}
          className="absolute -end-1 -bottom-1 size-6 rounded-full bg-accent stroke-accent-ink p-1 opacity-0 transition-opacity group-has-checked:opacity-100"
          strokeWidth={3}
        />
      </span>
      <span id={labelId} className="grow basis-0 font-medium text-lg leading-snug">
        <span>{MOOD_CATALOGUE[mood].message}</span>
        {/* A part of the label, so that screen readers read it with the option. */}
        {isNow && (
          <>
            <span className="sr-only"> – {t.yourMoodInOption} </span>
            <span className="-translate-y-1/2 absolute top-0 end-6 rounded-full border border-edge bg-surface px-2.5 text-sm text-ink leading-snug">
              {t.now}
            </span>
          </>
        )}
      </span>
    </label>
  );
}
