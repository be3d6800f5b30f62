import type { PhoneCalls as Calls } from '#contract/push.ts';
import * as t from '#language';
import { call } from '#web/calls/http.ts';
import { ActionButton } from '#web/ui/forms/action-button.tsx';
import { Link, linkClass } from '#web/ui/link.tsx';
import { bdi, Rich } from '#web/ui/rich.tsx';
import { pushPath, usePush } from './subscription/push-calls.ts';

interface PhoneCallsProps {
  uid: string;
  isProven: boolean | undefined;
  hasNumber: boolean;
}

/** Turns phone calls on and off. Shows nothing where the installation makes none. @param isProven whether the number is confirmed */
export function PhoneCalls({ uid, isProven = true, hasNumber }: PhoneCallsProps) {
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
        {isCalled || isProven ? (
          <ActionButton variant="quiet" action={change}>
            {isCalled ? t.stopCallingMe : t.callMeToo}
          </ActionButton>
        ) : (
          <Link to="/settings/you#phone" className={linkClass}>
            {hasNumber ? t.confirmMyPhone : t.myPhoneNumber}
          </Link>
        )}
      </div>
    </div>
  );
}
