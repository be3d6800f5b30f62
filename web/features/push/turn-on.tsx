import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Push } from '#contract/push.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';
import { Blocked } from './blocked.tsx';
import { turnOn } from './subscription/subscribe.ts';
import { pushSupport } from './subscription/support.ts';

interface TurnOnProps {
  uid: string;
  /** A second button. */
  other?: ReactNode;
}

/** The button that turns notifications on, and what came of it. */
export function TurnOn({ uid, other }: TurnOnProps) {
  const queries = useQueryClient();
  const { error, isPending, submit } = useSubmit();
  const [isOn, setOn] = useState(false);

  const start = () =>
    submit(async () => {
      const push = await turnOn(uid);
      setOn(push !== null);
      if (push) queries.setQueryData<Push>(['push', uid], push);
    });

  return (
    <>
      <div role="status">
        {isOn && <p className="mt-2 font-medium">Notifications are on. Settings has more choices.</p>}
        {!isOn && pushSupport() === 'blocked' && <Blocked />}
      </div>
      {!isOn && (
        <>
          <p className="mt-1 text-ink-soft">Your lock screen names nobody, unless you choose so in Settings.</p>
          <div className="mt-4 flex flex-wrap gap-3">
            <Button className="aria-disabled:opacity-60" aria-disabled={isPending} onClick={start}>
              Turn on
            </Button>
            {other}
          </div>
        </>
      )}
      {error && (
        <div className="mt-3">
          <FormError>{error}</FormError>
        </div>
      )}
    </>
  );
}
