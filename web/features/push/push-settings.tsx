import { useState } from 'react';
import type { About } from '#contract/consent.ts';
import type { ChangePush, Push, PushDevice, PushTest } from '#contract/push.ts';
import * as t from '#language';
import { call } from '#web/calls/http.ts';
import { dayAndTime } from '#web/dates/format-date.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { Choice } from '#web/ui/forms/choice.tsx';
import { FormError } from '#web/ui/forms/form-error.tsx';
import { focusNextStep } from '#web/ui/page/ref-callbacks.ts';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { pushPath, usePush } from './subscription/push-calls.ts';
import { mayNotify, pushSupport } from './subscription/support.ts';
import { Blocked, TurnOn } from './turn-on.tsx';

export function PushSettings({ uid }: { uid: string }) {
  const [support] = useState(pushSupport);
  if (support === 'unsupported')
    return <p>{window.isSecureContext ? t.cannotShowNotifications : t.notificationsNeedHttps}</p>;
  if (support === 'install-first') return <p>{t.onlyTheInstalledAppGetsThem}</p>;
  return support === 'blocked' ? <Blocked /> : <Notifications uid={uid} />;
}

function Notifications({ uid }: { uid: string }) {
  // As of the first render: the permission changes while the person turns notifications on.
  const [wasAllowed] = useState(mayNotify);
  /** Whether the person turned them on here: then the words that follow get the focus, because the button is gone. */
  const [hasChanged, setChanged] = useState(false);
  const { data, error } = usePush(uid, wasAllowed);
  const words = { tabIndex: -1, className: 'font-medium', ...(hasChanged && { ref: focusNextStep }) };
  if (data?.device)
    return (
      <>
        <div>
          <p key="on" {...words}>
            {t.notificationsAreOn}
          </p>
          <LastReached {...data.device} />
        </div>
        <div className="mt-5">
          <DeviceChoices uid={uid} push={data} device={data.device} />
        </div>
      </>
    );
  if (wasAllowed && !data) return error ? <FormError>{error}</FormError> : <Skeleton className="h-28" />;
  return (
    <div>
      <p key="off" {...words}>
        {t.knowWhenAFriendNeedsYou}
      </p>
      <TurnOn uid={uid} onTurnedOn={() => setChanged(true)} />
    </div>
  );
}

/** When this device last confirmed a notification. Some browsers never do. */
function LastReached({ reachedAt, isSilent }: Pick<PushDevice, 'reachedAt' | 'isSilent'>) {
  if (reachedAt === null) return null;
  const when = dayAndTime(reachedAt, Date.now());
  return (
    <p className="mt-1 text-ink-soft">{isSilent ? t.noneHasArrivedSince({ when }) : t.theLastOneArrived({ when })}</p>
  );
}

const LOCK_SCREEN = [
  ['nobody', t.showNoName],
  ['names', t.showTheName],
  ['words', t.showTheNameAndTheWords],
] as const;

const shownOf = ({ showNames, showWords }: PushDevice) => (showWords ? 'words' : showNames ? 'names' : 'nobody');

interface DeviceChoicesProps {
  uid: string;
  push: Push;
  device: PushDevice;
}

/** The choices of a device that gets notifications. A change shows at once; if it is refused, the old value returns. */
function DeviceChoices({ uid, push, device }: DeviceChoicesProps) {
  const { error, put, run } = usePush(uid, false);
  const [isTested, setTested] = useState(false);
  const show = (changed: PushDevice) => put({ ...push, device: changed });

  const change = (choices: ChangePush) =>
    run(async () => {
      show({ ...device, ...choices });
      show(await call<PushDevice>('PATCH', pushPath(uid), choices));
    });

  const test = () =>
    run(async () => {
      setTested(false);
      const { sent, reason } = await call<PushTest>('POST', `${pushPath(uid)}/test`);
      if (!sent) throw new Error(reason ?? t.notificationNotSent);
      setTested(true);
    });

  return (
    <>
      <div className="space-y-6">
        <Choice legend={t.notifyMeAbout} options={ABOUT} value={device.about} onChange={(about) => change({ about })} />
        <Choice
          legend={t.theLockScreenShows}
          options={LOCK_SCREEN}
          value={shownOf(device)}
          onChange={(shown) => change({ showNames: shown !== 'nobody', showWords: shown === 'words' })}
        />
        <Button variant="quiet" className="px-[min(1rem,4vw)]!" onClick={test}>
          {t.sendATestNotification}
        </Button>
      </div>
      <p role="status" className="font-medium not-empty:mt-4">
        {isTested && t.testNotificationSent}
      </p>
      <FormError className="mt-4">{error}</FormError>
    </>
  );
}

export const ABOUT: readonly (readonly [About, string])[] = [
  ['all', t.aboutAll],
  ['support', t.aboutCallsForSupport],
  ['none', t.aboutNone],
];
