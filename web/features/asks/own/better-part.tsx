import { useState } from 'react';
import type { OwnAsk } from '#contract/asks.ts';
import { MOOD_CATALOGUE, type Mood } from '#contract/moods.ts';
import * as t from '#language';
import { useApp } from '#web/app-context.tsx';
import { shareMood } from '#web/features/moods/index.ts';
import { listOf } from '#web/text/words.ts';
import { Bubble } from '#web/ui/bubble.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Check } from '#web/ui/forms/check.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';
import { Helplines } from '#web/ui/link.tsx';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';
import { plainButton, smallButton, smallLink } from '../small-button.ts';
import { useAskCall } from '../use-ask-call.ts';

/** The mood is Green or Yellow again: who asked may tell their friends, and thank those who answered. */
export function BetterPart({ ask }: { ask: OwnAsk }) {
  const { error, isPending, change } = useAskCall(ask.id);
  const [isThanking, setThanking] = useState(true);
  const [isByText, setByText] = useState(false);
  const names = ask.answers.map(({ firstname, lastname }) => firstname || lastname).filter(Boolean);
  const hasFriends = ask.report.asked > 0;

  function close(tell: boolean) {
    const thank = tell && isThanking ? ask.answers.map(({ uid }) => uid) : [];
    void change('POST', '/close', { tell, thank, byText: tell && isByText });
  }

  return (
    <>
      {names.length > 0 && (
        <Check label={t.thankNames({ names: listOf(names) })} isOn={isThanking} onChange={setThanking} />
      )}
      {hasFriends && ask.report.handed > 0 && <Check label={t.alsoByText} isOn={isByText} onChange={setByText} />}
      <div className="mt-2 flex flex-wrap items-center gap-2">
        {hasFriends && (
          <Button className={smallButton} aria-disabled={isPending} onClick={() => close(true)}>
            {t.tellThem}
          </Button>
        )}
        <Button variant="quiet" className={smallButton} aria-disabled={isPending} onClick={() => close(false)}>
          {hasFriends ? t.notNow : t.ok}
        </Button>
        <Helplines className={`${smallLink} min-h-11! px-1`} />
      </div>
      <FormError>{error}</FormError>
    </>
  );
}

const BETTER: Mood[] = ['Green', 'Yellow'];

/** After 'I'm OK now': which of the two moods it is. The closing card follows. */
export function OkNow({ onBack }: { onBack: () => void }) {
  const { appUser, setAppUserMood } = useApp();
  const { error, isPending, submit } = useSubmit();

  const choose = (mood: Mood) =>
    submit(async () => {
      // Without a connection it waits, and a notice says so.
      const shared = await shareMood(appUser!.uid, mood);
      if (shared) setAppUserMood({ mood: shared.mood, chosenAt: shared.chosenAt });
    });

  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-2">
      <legend className="mb-2 font-semibold text-lg leading-snug">{t.howAreYouNow}</legend>
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
        {t.back}
      </Button>
      <FormError>{error}</FormError>
    </fieldset>
  );
}
