import { useState } from 'react';
import type { OwnAsk } from '#contract/asks.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Check } from '#web/ui/forms/check.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { focusScreen } from '#web/ui/page/focus-screen.ts';
import { listOf } from '../ask-words.ts';
import { useAskCall } from '../use-ask-call.ts';
import { barLink, smallButton } from './bar-classes.ts';

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

  if (!hasFriends)
    return (
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="quiet" className={smallButton} aria-disabled={isPending} onClick={() => close(false)}>
          OK
        </Button>
        <a href="/help" className={barLink}>
          Helplines
        </a>
      </div>
    );
  return (
    <>
      {names.length > 0 && <Check label={`Thank ${listOf(names)}`} isOn={isThanking} onChange={setThanking} />}
      {ask.report.handed > 0 && (
        <Check label="By text too, to friends who take texts" isOn={isByText} onChange={setByText} />
      )}
      <div className="mt-2 flex flex-wrap gap-2">
        <Button className={smallButton} aria-disabled={isPending} onClick={() => close(true)}>
          Tell them
        </Button>
        <Button variant="quiet" className={smallButton} aria-disabled={isPending} onClick={() => close(false)}>
          Not now
        </Button>
        <a href="/help" className={barLink}>
          Helplines
        </a>
      </div>
      <FormError>{error}</FormError>
    </>
  );
}
