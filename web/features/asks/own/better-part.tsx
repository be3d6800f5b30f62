import { useState } from 'react';
import type { OwnAsk } from '#contract/asks.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Check } from '#web/ui/forms/check.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { focusScreen } from '#web/ui/page/keep-focus.ts';
import { listOf } from '../ask-words.ts';
import { smallButton } from '../small-button.ts';
import { useAskCall } from '../use-ask-call.ts';
import { Helplines } from './helplines.tsx';

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
        <Check label="Also by text, if they take texts" isOn={isByText} onChange={setByText} />
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
        <Helplines className="min-h-11! px-1" />
      </div>
      <FormError>{error}</FormError>
    </>
  );
}
