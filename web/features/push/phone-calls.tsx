import type { ReactNode } from 'react';
import type { PhoneCalls as Calls } from '#contract/push.ts';
import * as t from '#language';
import { call } from '#web/calls/http.ts';
import { ActionButton } from '#web/ui/forms/action-button.tsx';
import { bdi, Rich } from '#web/ui/rich.tsx';
import { pushPath, usePush } from './subscription/push-calls.ts';

interface PhoneCallsProps {
  uid: string;
  /** The way to a number that can be called; otherwise it can. */
  phoneLink: ReactNode;
}

/** Turns phone calls on and off. Shows nothing where the installation makes none. */
export function PhoneCalls({ uid, phoneLink }: PhoneCallsProps) {
  const { data, put } = usePush(uid, true);
  if (!data?.callsFrom) return null;
  const { callsFrom, isCalled } = data;

  async function change(): Promise<void> {
    put({ ...data!, ...(await call<Calls>('PUT', `${pushPath(uid)}/calls`, { isCalled: !isCalled })) });
  }

  return (
    <div className="mt-6 border-edge border-t pt-5">
      <h3 className="font-semibold">{t.phoneCall}</h3>
      <p role="status">{isCalled ? t.aDarkCallsYou : t.aDarkCanCallYou}</p>
      <p className="mt-1 text-ink-soft">
        <Rich parts={t.letCallsRing({ number: callsFrom, bdi })} />
      </p>
      <div className="mt-4">
        {isCalled || !phoneLink ? (
          <ActionButton variant="quiet" action={change}>
            {isCalled ? t.stopCallingMe : t.callMeToo}
          </ActionButton>
        ) : (
          phoneLink
        )}
      </div>
    </div>
  );
}
