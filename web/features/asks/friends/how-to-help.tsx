import { useId } from 'react';
import type { FriendAsk } from '#contract/asks.ts';
import { buttonClass } from '#web/ui/forms/button.tsx';
import { Check } from '#web/ui/forms/check.tsx';
import { stripButton } from '../small-button.ts';
import { useEmergencyNumber } from '../use-local-help.ts';

interface HowToHelpProps {
  ask: FriendAsk;
  onShowName: (showName: boolean) => void;
}

/** Three short lines behind a link; for Dark one about danger. */
export function HowToHelp({ ask, onShowName }: HowToHelpProps) {
  const id = useId();
  const emergency = useEmergencyNumber();
  return (
    <>
      <button type="button" popoverTarget={id} className={`${buttonClass('quiet')} ${stripButton}`}>
        How to help
      </button>
      <div
        id={id}
        popover="auto"
        className="m-auto w-80 max-h-[calc(100dvh-2rem)] max-w-[calc(100vw-2rem)] space-y-2 overflow-y-auto rounded-3xl border border-line bg-surface p-6 text-ink shadow-float"
      >
        <p>Listen more than you talk.</p>
        <p>Ask open questions. You don’t have to fix it.</p>
        <p>You may ask directly about thoughts of suicide.</p>
        {ask.level === 'Dark' && (
          <p className="font-semibold">
            In danger now?{' '}
            <a href={emergency?.href ?? '/help'} className="text-accent underline underline-offset-4">
              {emergency?.words ?? 'Helplines'}
            </a>
          </p>
        )}
        <Check label="The others asked may see my name" isOn={ask.showName} onChange={onShowName} />
      </div>
    </>
  );
}
