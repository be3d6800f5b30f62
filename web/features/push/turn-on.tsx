import { type ReactNode, useState } from 'react';
import * as t from '#language';
import { Button, type ButtonVariant } from '#web/ui/forms/button.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { useSubmit } from '#web/ui/forms/use-submit.ts';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';
import { usePush } from './subscription/push-calls.ts';
import { turnOn } from './subscription/subscription.ts';
import { isInstalled, pushSupport } from './subscription/support.ts';

interface TurnOnProps {
  uid: string;
  variant?: ButtonVariant;
  other?: ReactNode;
  onTurnedOn?: () => void;
}

/** The button that turns notifications on, and then what came of it, which gets the focus: the button is gone. */
export function TurnOn({ uid, variant, other, onTurnedOn }: TurnOnProps) {
  const { put } = usePush(uid, false);
  const { error, isPending, submit } = useSubmit();
  const [isOn, setOn] = useState(false);

  const start = () =>
    submit(async () => {
      const push = await turnOn(uid);
      if (!push) return;
      setOn(true);
      onTurnedOn?.();
      put(push);
    });

  if (isOn)
    return (
      <p ref={focusNextStep} tabIndex={-1} className="mt-2 font-medium">
        {t.notificationsAreOnMoreChoices}
      </p>
    );
  if (pushSupport() === 'blocked')
    return (
      <>
        <div ref={focusNextStep} tabIndex={-1}>
          <Blocked />
        </div>
        {other && <div className="mt-4">{other}</div>}
      </>
    );
  return (
    <>
      <p className="mt-1 text-ink-soft">{t.namesStayOffYourLockScreen}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant={variant} aria-disabled={isPending} onClick={start}>
          {t.turnOn}
        </Button>
        {other}
      </div>
      <FormError className="mt-3">{error}</FormError>
    </>
  );
}

/** The way back after the browser has blocked notifications: only the person can lift that. */
export function Blocked() {
  return <p className="mt-2">{isInstalled() ? t.deviceBlocksNotifications : t.browserBlocksNotifications}</p>;
}
