import { type RefCallback, useState } from 'react';
import { MOOD_CATALOGUE, type Mood } from '#contract/moods.ts';
import { useApp } from '#web/app-context.tsx';
import { shareMood } from '#web/features/moods/index.ts';
import { Bubble } from '#web/ui/bubble.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';
import { smallButton } from '../small-button.ts';

const BETTER: Mood[] = ['Green', 'Yellow'];

/** 'I'm OK now' asks which of the two moods it is, and chooses that one. The closing card follows. */
export function OkNow({ me }: { me: string }) {
  const [step, setStep] = useState<'first' | 'open' | 'back'>('first');
  const { setAppUserMood } = useApp();
  const { error, isPending, submit } = useSubmit();

  const choose = (mood: Mood) =>
    submit(async () => {
      // Without a connection it waits, and a notice says so.
      const shared = await shareMood(me, mood);
      if (shared) setAppUserMood({ mood: shared.mood, chosenAt: shared.chosenAt });
    });

  if (step !== 'open')
    return (
      <Button
        ref={step === 'back' ? focusWhenShown : undefined}
        variant="quiet"
        className={smallButton}
        onClick={() => setStep('open')}
      >
        I’m OK now
      </Button>
    );
  return (
    <fieldset className="flex min-w-0 basis-full flex-wrap items-center gap-2">
      <legend className="sr-only">How are you now?</legend>
      {BETTER.map((mood, index) => (
        <Button
          key={mood}
          ref={index === 0 ? focusWhenShown : undefined}
          variant="quiet"
          className={smallButton}
          aria-disabled={isPending}
          onClick={() => choose(mood)}
        >
          <Bubble mood={mood} size="small" />
          {MOOD_CATALOGUE[mood].message}
        </Button>
      ))}
      <Button variant="quiet" className={smallButton} onClick={() => setStep('back')}>
        Back
      </Button>
      <FormError>{error}</FormError>
    </fieldset>
  );
}

/** The button that was pressed is gone, and with it the focus. */
const focusWhenShown: RefCallback<HTMLElement> = (button) => button?.focus();
