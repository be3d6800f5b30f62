import { MOOD_CATALOGUE, type Mood } from '#contract/moods.ts';
import { useApp } from '#web/app-context.tsx';
import { shareMood } from '#web/features/moods/index.ts';
import { Bubble } from '#web/ui/bubble.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';
import { plainButton, smallButton } from '../small-button.ts';

const BETTER: Mood[] = ['Green', 'Yellow'];

interface OkNowProps {
  me: string;
  onBack: () => void;
}

/** After 'I'm OK now': which of the two moods it is. The closing card follows. */
export function OkNow({ me, onBack }: OkNowProps) {
  const { setAppUserMood } = useApp();
  const { error, isPending, submit } = useSubmit();

  const choose = (mood: Mood) =>
    submit(async () => {
      // Without a connection it waits, and a notice says so.
      const shared = await shareMood(me, mood);
      if (shared) setAppUserMood({ mood: shared.mood, chosenAt: shared.chosenAt });
    });

  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-2">
      <legend className="mb-2 font-semibold text-lg leading-snug">How are you now?</legend>
      {BETTER.map((mood, index) => (
        <Button
          key={mood}
          ref={index === 0 ? focusNextStep : undefined}
          variant="quiet"
          className={smallButton}
          aria-disabled={isPending}
          onClick={() => choose(mood)}
        >
          <Bubble mood={mood} size="small" />
          {MOOD_CATALOGUE[mood].message}
        </Button>
      ))}
      <Button variant="quiet" className={plainButton} onClick={onBack}>
        Back
      </Button>
      <FormError>{error}</FormError>
    </fieldset>
  );
}
