import { type RefCallback, useState } from 'react';
import type { OwnAsk } from '#contract/asks.ts';
import { MOOD_CATALOGUE, type Mood } from '#contract/moods.ts';
import { useApp } from '#web/app-context.tsx';
import { shareMood } from '#web/features/moods/index.ts';
import { Bubble } from '#web/ui/bubble.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Check } from '#web/ui/forms/check.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';
import { Helplines } from '#web/ui/link.tsx';
import { focusScreen } from '#web/ui/page/keep-focus.ts';
import { listOf } from '../ask-words.ts';
import { smallButton, smallLink } from '../small-button.ts';
import { useAskCall } from '../use-ask-call.ts';

/** The mood is Green or Yellow again: who asked may tell their friends, and thank those who answered. */
export function BetterPart({ ask }: { ask: OwnAsk }) {
  const { error, isPending, change } = useAskCall(ask.id);
  const [isThanking, setThanking] = useState(true);
  const [isByText, setByText] = useState(false);
  const names = ask.answers.map(({ firstname, lastname }) => firstname || lastname).filter(Boolean);
  const hasFriends = ask.report.asked > 0;

  async function close(tell: boolean) {
    const thank = tell && isThanking ? ask.answers.map(({ uid }) => uid) : [];
    if (await change('POST', '/close', { tell, thank, byText: tell && isByText })) focusScreen();
  }

  return (
    <>
      {names.length > 0 && <Check label={`Thank ${listOf(names)}`} isOn={isThanking} onChange={setThanking} />}
      {hasFriends && ask.report.handed > 0 && (
        <Check label="By text too, to friends who take texts" isOn={isByText} onChange={setByText} />
      )}
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {hasFriends && (
          <Button className={smallButton} aria-disabled={isPending} onClick={() => close(true)}>
            Tell them
          </Button>
        )}
        <Button variant="quiet" className={smallButton} aria-disabled={isPending} onClick={() => close(false)}>
          {hasFriends ? 'Not now' : 'OK'}
        </Button>
        <Helplines className={`${smallLink} min-h-11! px-1`} />
      </div>
      <FormError>{error}</FormError>
    </>
  );
}

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
